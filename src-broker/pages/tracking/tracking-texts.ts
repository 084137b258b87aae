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
		fr: 'Enregistré chez le transporteur',
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
		pl: 'Przyjęta',
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
		nl: 'Opgehaald',
		de: 'Abgeholt',
		fr: 'Colis enlevé',
		es: 'Recogido',
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
		fr: 'Destinataire absent ; une deuxième tentative suivra',
		es: 'Destinatario ausente; habrá un segundo intento',
		pl: 'Odbiorca nieobecny; nastąpi druga próba',
	},
	'Second attempt': {
		en: 'Second attempt',
		nl: 'Tweede poging',
		de: 'Zweiter Versuch',
		fr: 'Deuxième tentative',
		es: 'Segundo intento',
		pl: 'Druga próba',
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
		es: 'Seguir un envío',
		pl: 'Śledzenie przesyłki',
	},
	expected: { en: 'Expected', nl: 'Verwacht', de: 'Erwartet', fr: 'Prévu', es: 'Previsto', pl: 'Spodziewana' },
	late: {
		en: 'Later than expected:',
		nl: 'Later dan verwacht:',
		de: 'Später als erwartet:',
		fr: 'En retard, prévu :',
		es: 'Con retraso, previsto:',
		pl: 'Opóźniona, spodziewana:',
	},
	progress: { en: 'Progress', nl: 'Voortgang', de: 'Fortschritt', fr: 'Avancement', es: 'Progreso', pl: 'Postęp' },
	from: { en: 'From', nl: 'Van', de: 'Von', fr: 'De', es: 'De', pl: 'Z' },
	to: { en: 'To', nl: 'Naar', de: 'Nach', fr: 'À', es: 'A', pl: 'Do' },
	pieces: { en: 'Pieces', nl: 'Colli', de: 'Packstücke', fr: 'Colis', es: 'Bultos', pl: 'Liczba paczek' },
	number: {
		en: 'Tracking number',
		nl: 'Volgnummer',
		de: 'Sendungsnummer',
		fr: 'Numéro de suivi',
		es: 'Número de seguimiento',
		pl: 'Numer przesyłki',
	},
	journey: {
		en: 'Journey',
		nl: 'Verloop',
		de: 'Sendungsverlauf',
		fr: 'Étapes',
		es: 'Recorrido',
		pl: 'Przebieg',
	},
	localTimes: {
		en: 'Each time is the local time of its place.',
		nl: 'Elke tijd is de plaatselijke tijd.',
		de: 'Jede Uhrzeit ist die Ortszeit.',
		fr: 'Chaque heure est l’heure locale.',
		es: 'Cada hora es la hora local.',
		pl: 'Każda godzina to czas lokalny.',
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
		nl: 'Volgnummer niet gevonden',
		de: 'Sendungsnummer nicht gefunden',
		fr: 'Numéro de suivi introuvable',
		es: 'Número de seguimiento no encontrado',
		pl: 'Nie znaleziono numeru przesyłki',
	},
	compareNumber: {
		en: 'Compare it with the number on the label.',
		nl: 'Vergelijk het met het nummer op het label.',
		de: 'Vergleichen Sie sie mit der Nummer auf dem Etikett.',
		fr: 'Comparez-le avec le numéro sur l’étiquette.',
		es: 'Compárelo con el número de la etiqueta.',
		pl: 'Porównaj go z numerem na etykiecie.',
	},
	tooManyAttempts: {
		en: 'Too many attempts. Wait a moment, then try again.',
		nl: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
		de: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
		fr: 'Trop de tentatives. Attendez un instant, puis réessayez.',
		es: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
		pl: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
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
	/** The note of an event; as stored when another release wrote it. */
	note: (note: string): string => (isKeyOf(NOTES, note) ? NOTES[note][language] : note),
});
export type TrackingTexts = ReturnType<typeof trackingTexts>;
