// Texts of the e-mail to the recipient, in the languages of the station.
import type { Language } from '../../src-contract/i18n';

export interface NotificationTexts {
	heading: string;
	greeting: (recipient: string) => string;
	/** Sentence that names the sender. */
	announcement: (sender: string) => string;
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
		carrier: 'Carrier',
		trackingNumber: 'Tracking number',
		expectedBy: 'Expected by',
		trackParcel: 'Track your parcel',
	},
	nl: {
		heading: 'Uw pakket is onderweg',
		greeting: (recipient) => `Goedendag ${recipient},`,
		announcement: (sender) => `Een pakket van ${sender} is naar u onderweg.`,
		carrier: 'Vervoerder',
		trackingNumber: 'Trackingnummer',
		expectedBy: 'Verwacht uiterlijk',
		trackParcel: 'Volg uw pakket',
	},
	de: {
		heading: 'Ihr Paket ist unterwegs',
		greeting: (recipient) => `Guten Tag ${recipient},`,
		announcement: (sender) => `ein Paket von ${sender} ist auf dem Weg zu Ihnen.`,
		carrier: 'Versanddienst',
		trackingNumber: 'Sendungsnummer',
		expectedBy: 'Erwartet bis',
		trackParcel: 'Paket verfolgen',
	},
	fr: {
		heading: 'Votre colis est en route',
		greeting: (recipient) => `Bonjour ${recipient},`,
		announcement: (sender) => `Un colis de la part de ${sender} est en route vers vous.`,
		carrier: 'Transporteur',
		trackingNumber: 'Numéro de suivi',
		expectedBy: 'Livraison prévue au plus tard le',
		trackParcel: 'Suivre votre colis',
	},
	es: {
		heading: 'Su paquete está en camino',
		greeting: (recipient) => `Hola, ${recipient}:`,
		announcement: (sender) => `Un paquete de ${sender} está en camino hacia usted.`,
		carrier: 'Transportista',
		trackingNumber: 'Número de seguimiento',
		expectedBy: 'Entrega prevista a más tardar el',
		trackParcel: 'Seguir su paquete',
	},
	pl: {
		heading: 'Twoja paczka jest w drodze',
		greeting: (recipient) => `Dzień dobry, ${recipient}!`,
		announcement: (sender) => `Paczka od nadawcy ${sender} jest w drodze do Ciebie.`,
		carrier: 'Przewoźnik',
		trackingNumber: 'Numer przesyłki',
		expectedBy: 'Przewidywana dostawa do',
		trackParcel: 'Śledź paczkę',
	},
};
