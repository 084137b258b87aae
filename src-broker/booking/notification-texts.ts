// Texts of the e-mail to the recipient, in the languages of the station.
import type { Language } from '../../src-contract/i18n';

export interface NotificationTexts {
	heading: string;
	greeting: (recipient: string) => string;
	/** Sentence that names the sender. */
	announcement: (sender: string) => string;
	/** Stands between a label and its value, with the space that French puts before it. */
	colon: string;
	carrier: string;
	trackingNumber: string;
	/** Label of the latest day of arrival. */
	expectedBy: string;
	/** Label of the link to the tracking page. */
	trackParcel: string;
}

export const NOTIFICATION_TEXTS: Record<Language, NotificationTexts> = {
	en: {
		heading: 'Your parcel is on its way',
		greeting: (recipient) => `Good day ${recipient},`,
		announcement: (sender) => `A parcel from ${sender} is on its way to you.`,
		colon: ':',
		carrier: 'Carrier',
		trackingNumber: 'Tracking number',
		expectedBy: 'Expected by',
		trackParcel: 'Track your parcel',
	},
	nl: {
		heading: 'Je pakket is onderweg',
		greeting: (recipient) => `Beste ${recipient},`,
		announcement: (sender) => `Een pakket van ${sender} is onderweg naar je.`,
		colon: ':',
		carrier: 'Vervoerder',
		trackingNumber: 'Trackingnummer',
		expectedBy: 'Verwacht uiterlijk',
		trackParcel: 'Volg je pakket',
	},
	de: {
		heading: 'Ihr Paket ist unterwegs',
		greeting: (recipient) => `Guten Tag ${recipient},`,
		announcement: (sender) => `ein Paket von ${sender} ist auf dem Weg zu Ihnen.`,
		colon: ':',
		carrier: 'Paketdienst',
		trackingNumber: 'Sendungsnummer',
		expectedBy: 'Zustellung voraussichtlich bis',
		trackParcel: 'Paket verfolgen',
	},
	fr: {
		heading: 'Votre colis est en route',
		greeting: (recipient) => `Bonjour ${recipient},`,
		announcement: (sender) => `Un colis envoyé par ${sender} est en route vers vous.`,
		colon: '\u00a0:',
		carrier: 'Transporteur',
		trackingNumber: 'Numéro de suivi',
		expectedBy: 'Livraison prévue au plus tard',
		trackParcel: 'Suivre votre colis',
	},
	es: {
		heading: 'Su paquete está en camino',
		greeting: (recipient) => `Hola, ${recipient}:`,
		announcement: (sender) => `Tiene un paquete de ${sender} en camino.`,
		colon: ':',
		carrier: 'Transportista',
		trackingNumber: 'Número de seguimiento',
		expectedBy: 'Entrega prevista a más tardar',
		trackParcel: 'Seguimiento del paquete',
	},
	pl: {
		heading: 'Paczka jest w drodze',
		greeting: (recipient) => `Dzień dobry, ${recipient}!`,
		announcement: (sender) => `Paczka od nadawcy ${sender} jest już w drodze.`,
		colon: ':',
		carrier: 'Przewoźnik',
		trackingNumber: 'Numer śledzenia',
		expectedBy: 'Przewidywany termin doręczenia',
		trackParcel: 'Śledź paczkę',
	},
};
