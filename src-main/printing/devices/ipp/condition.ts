// Converts the state attributes of an IPP printer to a condition and a message for the user.
import { t } from '../../../../src-contract/i18n';
import type { PrinterCondition } from '../../../../src-contract/model/print';
import type { DeviceStatus } from '../shared/driver';

export type Attributes = Record<string, unknown>;

/** The values of an attribute as a list: the library returns a single value without one. */
export const valuesOf = (value: unknown): unknown[] =>
	value === undefined ? [] : Array.isArray(value) ? [...value] : [value];
export const textsOf = (value: unknown): string[] => valuesOf(value).map(String);

const REASONS: readonly [RegExp, () => string][] = [
	[/^media-(empty|needed)/, () => t('The printer is out of paper.')],
	[/^media-jam/, () => t('There is a paper jam.')],
	[/^(door|cover|interlock)-open/, () => t('A cover is open.')],
	[/^(toner|marker-supply)-empty/, () => t('The printer is out of ink or toner.')],
	[
		/^(offline|connecting-to-device|shutdown|timed-out|unreachable)/,
		() => t('The printer does not answer the system. Check that it is on and connected.'),
	],
	[/^paused/, () => t('The printer is paused.')],
	[/^(spool-area-full|input-tray-missing|output-area-full)/, () => t("Check the printer's trays.")],
	[
		/^(cups-)?(missing-filter|insecure-filter)/,
		() => t("The printer's driver is incomplete. Set the printer up again in the system."),
	],
];
const STATES: Record<string, PrinterCondition> = { idle: 'ready', processing: 'busy', stopped: 'error' };

/** Condition and message from the attributes in `STATE_ATTRIBUTES`. */
export function statusOf(attributes: Attributes): DeviceStatus {
	const reasons = textsOf(attributes['printer-state-reasons']).filter((reason) => reason !== 'none');
	// Reasons ending in `-report` or `-warning` do not stop the printer.
	const stopping = reasons.filter((reason) => !/-(report|warning)$/.test(reason));
	const texts = (stopping.length > 0 ? stopping : reasons).flatMap(
		(reason) => REASONS.find(([pattern]) => pattern.test(reason))?.[1]() ?? [],
	);
	const printerMessage = textsOf(attributes['printer-state-message'])[0] ?? '';
	const condition = STATES[String(attributes['printer-state'])] ?? 'unknown';
	const rejects = attributes['printer-is-accepting-jobs'] === false;
	const isStopped = condition === 'error' || rejects || (stopping.length > 0 && texts.length > 0);
	const message = [...new Set(texts)].join(' ') || printerMessage;
	if (isStopped) {
		const stoppedText = () => (rejects ? t('The printer accepts no jobs.') : t('The printer is stopped.'));
		return { condition: 'error', message: message || stoppedText() };
	}
	const readyText = () => (condition === 'busy' ? t('The printer is printing.') : t('The printer is ready.'));
	return { condition, message: message || readyText() };
}

export const STATE_ATTRIBUTES = [
	'printer-state',
	'printer-state-reasons',
	'printer-state-message',
	'printer-is-accepting-jobs',
] as const;
