// Colour, icon and name of each state of a shipment, a print or a row of a batch.
import { t } from '../../../src-contract/i18n';

export const STATE_BADGES = {
	booked: ['success', 'i-lucide-check', () => t('Booked##state of a shipment')],
	composed: ['neutral', 'i-lucide-pencil', () => t('Draft##state of a shipment')],
	queued: ['primary', 'i-lucide-hourglass', () => t('Queued##state of a shipment')],
	held: ['warning', 'i-lucide-hand', () => t('Needs approval##state of a shipment')],
	draft: ['neutral', 'i-lucide-cloud', () => t('Online draft##state of a shipment')],
	rejected: ['error', 'i-lucide-x', () => t('Rejected##state of a shipment')],
	unknown: ['warning', 'i-lucide-circle-help', () => t('Unconfirmed##state of a shipment')],
	abandoned: ['neutral', 'i-lucide-ban', () => t('Cancelled##state of a shipment')],
	voided: ['neutral', 'i-lucide-octagon-x', () => t('Void##state of a shipment')],
	wrong: ['error', 'i-lucide-triangle-alert', () => t('Needs fixing##state of a row of a batch')],
	ready: ['neutral', 'i-lucide-check', () => t('Checked##state of a row of a batch')],
	rated: ['neutral', 'i-lucide-euro', () => t('Priced##state of a row of a batch')],
	sending: ['primary', 'i-lucide-send', () => t('Sending##state of a shipment or a print')],
	waiting: ['neutral', 'i-lucide-clock', () => t('Waiting##state of a print')],
	sent: ['success', 'i-lucide-printer-check', () => t('Sent to printer##state of a print')],
	saved: ['success', 'i-lucide-folder-check', () => t('Saved to folder##state of a print')],
	doubtful: ['warning', 'i-lucide-circle-help', () => t('May have printed##state of a print')],
	failed: ['error', 'i-lucide-triangle-alert', () => t('Print failed##state of a print')],
	cancelled: ['neutral', 'i-lucide-ban', () => t('Cancelled##state of a print')],
} as const;
