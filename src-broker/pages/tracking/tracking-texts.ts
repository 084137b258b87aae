// The texts of the tracking page in the station's languages. A text that one language lacks is a type error.
import type { Language } from '../../../src-contract/i18n';
import { isKeyOf } from '../../../src-contract/lib/keys';
import type { TrackingNote } from '../../booking/tracking-events';
import type { ShipmentStatus } from '../../store/schema';

type Text = Record<Language, string>;

/** States of a booked shipment, as a recipient calls them. */
const STATES = {
	created_at_carrier: {
		en: 'Registered with the carrier',
		nl: 'Aangemeld bij de vervoerder',
		de: 'Beim Paketdienst angemeldet',
		fr: 'Enregistré auprès du transporteur',
		es: 'Registrado por el transportista',
		pl: 'Zarejestrowana u przewoźnika',
	},
	in_transit: {
		en: 'In transit',
		nl: 'Onderweg',
		de: 'Unterwegs',
		fr: 'En transit',
		es: 'En camino',
		pl: 'W drodze',
	},
	out_for_delivery: {
		en: 'Out for delivery',
		nl: 'Wordt bezorgd',
		de: 'In Zustellung',
		fr: 'En cours de livraison',
		es: 'En reparto',
		pl: 'Wydana do doręczenia',
	},
	exception: {
		en: 'Delivery attempt failed',
		nl: 'Bezorging mislukt',
		de: 'Zustellversuch erfolglos',
		fr: 'Échec de la tentative de livraison',
		es: 'Intento de entrega fallido',
		pl: 'Nieudana próba doręczenia',
	},
	delivered: {
		en: 'Delivered',
		nl: 'Bezorgd',
		de: 'Zugestellt',
		fr: 'Livré',
		es: 'Entregado',
		pl: 'Doręczona',
	},
} satisfies Partial<Record<ShipmentStatus, Text>>;

/** The four steps of the progress line. Short, because four stand beside each other on a phone. */
const STEPS = {
	created_at_carrier: {
		en: 'Registered',
		nl: 'Aangemeld',
		de: 'Angemeldet',
		fr: 'Enregistré',
		es: 'Registrado',
		pl: 'Zgłoszona',
	},
	in_transit: STATES.in_transit,
	out_for_delivery: {
		en: 'Out for delivery',
		nl: 'Wordt bezorgd',
		de: 'In Zustellung',
		fr: 'En livraison',
		es: 'En reparto',
		pl: 'W doręczeniu',
	},
	delivered: STATES.delivered,
} satisfies Partial<Record<ShipmentStatus, Text>>;

const NOTES: Record<TrackingNote, Text> = {
	'Picked up': {
		en: 'Picked up',
		nl: 'Opgehaald bij de afzender',
		de: 'Beim Absender abgeholt',
		fr: 'Pris en charge par le transporteur',
		es: 'Recogido en origen',
		pl: 'Odebrana od nadawcy',
	},
	'Loaded for delivery': {
		en: 'Loaded for delivery',
		nl: 'In de bestelwagen geladen',
		de: 'Ins Zustellfahrzeug geladen',
		fr: 'Chargé dans le véhicule de livraison',
		es: 'Cargado en el vehículo de reparto',
		pl: 'Załadowana do samochodu kuriera',
	},
	'Recipient not available; a second attempt follows': {
		en: 'Recipient not available; a second attempt follows',
		nl: 'Ontvanger niet aanwezig; er volgt een tweede poging',
		de: 'Empfänger nicht angetroffen; ein zweiter Versuch folgt',
		fr: 'Destinataire absent\u00a0; une deuxième tentative aura lieu',
		es: 'Destinatario ausente; habrá un segundo intento',
		pl: 'Odbiorca nieobecny; nastąpi druga próba doręczenia',
	},
	'Second attempt': {
		en: 'Second attempt',
		nl: 'Tweede bezorgpoging',
		de: 'Zweiter Zustellversuch',
		fr: 'Deuxième tentative de livraison',
		es: 'Segundo intento de entrega',
		pl: 'Druga próba doręczenia',
	},
	'Signed for': {
		en: 'Signed for',
		nl: 'Ontvangst bevestigd met handtekening',
		de: 'Empfang mit Unterschrift bestätigt',
		fr: 'Remis contre signature',
		es: 'Entregado con firma',
		pl: 'Odbiór potwierdzony podpisem',
	},
};

const TEXTS = {
	title: {
		en: 'Track a parcel',
		nl: 'Pakket volgen',
		de: 'Sendung verfolgen',
		fr: 'Suivre un colis',
		es: 'Seguimiento del envío',
		pl: 'Śledzenie przesyłki',
	},
	/** The page adds the expected day after this text. */
	expected: {
		en: 'Expected',
		nl: 'Verwacht op',
		de: 'Zustellung voraussichtlich am',
		fr: 'Livraison prévue le',
		es: 'Entrega prevista el',
		pl: 'Przewidywany termin doręczenia:',
	},
	/** For a parcel that has not arrived by the expected day, which the page adds after this text. */
	late: {
		en: 'Delayed; it was expected by',
		nl: 'Vertraagd; werd verwacht op',
		de: 'Verspätet; Zustellung war vorgesehen am',
		fr: 'En retard\u00a0; livraison initialement prévue le',
		es: 'Con retraso; la entrega estaba prevista el',
		pl: 'Opóźniona; pierwotny termin doręczenia:',
	},
	progress: { en: 'Progress', nl: 'Voortgang', de: 'Fortschritt', fr: 'Avancement', es: 'Progreso', pl: 'Postęp' },
	from: { en: 'From', nl: 'Van', de: 'Von', fr: 'Départ', es: 'Origen', pl: 'Skąd' },
	to: { en: 'To', nl: 'Naar', de: 'Nach', fr: 'Destination', es: 'Destino', pl: 'Dokąd' },
	pieces: {
		en: 'Pieces',
		nl: 'Aantal pakketten',
		de: 'Anzahl der Pakete',
		fr: 'Nombre de colis',
		es: 'Bultos',
		pl: 'Liczba paczek',
	},
	number: {
		en: 'Tracking number',
		nl: 'Trackingnummer',
		de: 'Sendungsnummer',
		fr: 'Numéro de suivi',
		es: 'N.º de seguimiento',
		pl: 'Numer śledzenia',
	},
	journey: {
		en: 'Journey',
		nl: 'Verloop',
		de: 'Sendungsverlauf',
		fr: 'Historique',
		es: 'Historial',
		pl: 'Historia przesyłki',
	},
	localTimes: {
		en: 'Each time is the local time of its place.',
		nl: 'Alle tijden zijn plaatselijke tijden.',
		de: 'Alle Uhrzeiten sind Ortszeiten.',
		fr: 'Les heures sont indiquées en heure locale.',
		es: 'Las horas se indican en hora local.',
		pl: 'Godziny podano w czasie lokalnym.',
	},
	language: { en: 'Language', nl: 'Taal', de: 'Sprache', fr: 'Langue', es: 'Idioma', pl: 'Język' },
	postcode: {
		en: 'Postcode of the recipient',
		nl: 'Postcode van de ontvanger',
		de: 'Postleitzahl des Empfängers',
		fr: 'Code postal du destinataire',
		es: 'Código postal del destinatario',
		pl: 'Kod pocztowy odbiorcy',
	},
	noPostcode: {
		en: 'If the address has no postcode, enter the city.',
		nl: 'Heeft het adres geen postcode? Vul dan de plaats in.',
		de: 'Hat die Adresse keine Postleitzahl, geben Sie den Ort ein.',
		fr: 'Si l’adresse n’a pas de code postal, saisissez la ville.',
		es: 'Si la dirección no tiene código postal, escriba la ciudad.',
		pl: 'Jeśli adres nie ma kodu pocztowego, wpisz miejscowość.',
	},
	show: { en: 'Show', nl: 'Tonen', de: 'Anzeigen', fr: 'Afficher', es: 'Mostrar', pl: 'Pokaż' },
	wrongPostcode: {
		en: 'There is no parcel with this number and postcode.',
		nl: 'Er is geen pakket met dit nummer en deze postcode.',
		de: 'Es gibt keine Sendung mit dieser Nummer und Postleitzahl.',
		fr: 'Aucun colis ne correspond à ce numéro et à ce code postal.',
		es: 'No hay ningún envío con este número y código postal.',
		pl: 'Nie ma przesyłki o tym numerze i kodzie pocztowym.',
	},
	notFound: {
		en: 'Tracking number not found',
		nl: 'Trackingnummer niet gevonden',
		de: 'Sendungsnummer nicht gefunden',
		fr: 'Numéro de suivi introuvable',
		es: 'Número de seguimiento no encontrado',
		pl: 'Nie znaleziono numeru śledzenia',
	},
	compareNumber: {
		en: 'Compare it with the number on the label.',
		nl: 'Vergelijk het met het nummer op het label.',
		de: 'Vergleichen Sie sie mit der Nummer auf dem Etikett.',
		fr: 'Comparez-le avec celui de l’étiquette.',
		es: 'Compárelo con el de la etiqueta.',
		pl: 'Prosimy porównać go z numerem na etykiecie.',
	},
	tooManyAttempts: {
		en: 'Too many attempts. Wait a moment, then try again.',
		nl: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
		de: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
		fr: 'Trop de tentatives. Attendez un instant, puis réessayez.',
		es: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
		pl: 'Zbyt wiele prób. Prosimy odczekać chwilę i spróbować ponownie.',
	},
} satisfies Record<string, Text>;
export type TextName = keyof typeof TEXTS;

/** The steps of the progress line in order. */
export const PROGRESS_STEPS = ['created_at_carrier', 'in_transit', 'out_for_delivery', 'delivered'] as const;

/** The texts of a language. */
export const trackingTexts = (language: Language) => ({
	text: (name: TextName): string => TEXTS[name][language],
	state: (status: ShipmentStatus): string => (isKeyOf(STATES, status) ? STATES[status][language] : status),
	step: (step: (typeof PROGRESS_STEPS)[number]): string => STEPS[step][language],
	/** The note of an event, translated. A note that this release does not know is returned unchanged. */
	note: (note: string): string => (isKeyOf(NOTES, note) ? NOTES[note][language] : note),
});
export type TrackingTexts = ReturnType<typeof trackingTexts>;
