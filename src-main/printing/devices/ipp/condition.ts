// Converts the state attributes of an IPP printer to a status: a condition and a message for the user.
import { t } from '../../../../src-contract/i18n';
import type { PrinterCondition } from '../../../../src-contract/model/print';
import type { DeviceStatus } from '../shared/driver';

/** IPP attributes by name. */
export type Attributes = Record<string, unknown>;

/** The values of an attribute as an array. The library returns a single value without an array. */
export const valuesOf = (value: unknown): unknown[] =>
	value === undefined ? [] : Array.isArray(value) ? [...value] : [value];
export const textsOf = (value: unknown): string[] => valuesOf(value).map(String);

/** Texts by keyword of `printer-state-reasons`. The first match is used. */
const REASON_TEXTS: readonly [RegExp, () => string][] = [
	[/^media-(empty|needed)/, () => t('The printer is out of paper.')],
	[/^media-jam/, () => t('There is a paper jam.')],
	[/^(door|cover|interlock)-open/, () => t('A cover is open.')],
	[/^(toner|marker-supply)-empty/, () => t('The printer is out of ink or toner.')],
	[
		/^(offline|connecting-to-device|shutdown|timed-out|unreachable)/,
		() => t('The operating system cannot reach the printer. Check that it is on and connected.'),
	],
	[/^paused/, () => t('The printer is paused.')],
	[/^spool-area-full/, () => t("The printer's memory is full.")],
	[/^(input-tray-missing|output-area-full)/, () => t("Check the printer's trays.")],
	[
		/^(cups-)?(missing-filter|insecure-filter)/,
		() => t("The printer's driver is incomplete. Set the printer up again in the system."),
	],
];
const CONDITIONS_BY_STATE: Record<string, PrinterCondition> = { idle: 'ready', processing: 'busy', stopped: 'error' };

/** @param attributes those in `STATE_ATTRIBUTES`, as far as the printer supports them; all others are ignored */
export function statusOf(attributes: Attributes): DeviceStatus {
	const reasons = textsOf(attributes['printer-state-reasons']).filter((reason) => reason !== 'none');
	// Reasons ending in `-report` or `-warning` do not stop the printer.
	const stoppingReasons = reasons.filter((reason) => !/-(report|warning)$/.test(reason));
	const reasonTexts = (stoppingReasons.length > 0 ? stoppingReasons : reasons).flatMap(
		(reason) => REASON_TEXTS.find(([pattern]) => pattern.test(reason))?.[1]() ?? [],
	);
	const printerMessage = textsOf(attributes['printer-state-message'])[0] ?? '';
	const condition = CONDITIONS_BY_STATE[String(attributes['printer-state'])] ?? 'unknown';
	const isRejectingJobs = attributes['printer-is-accepting-jobs'] === false;
	const hasKnownStoppingReason = stoppingReasons.length > 0 && reasonTexts.length > 0;
	const message = [...new Set(reasonTexts)].join(' ') || printerMessage;
	if (condition === 'error' || isRejectingJobs || hasKnownStoppingReason) {
		const stoppedText = () => (isRejectingJobs ? t('The printer accepts no jobs.') : t('The printer is stopped.'));
		return { condition: 'error', message: message || stoppedText() };
	}
	const readyText = () => (condition === 'busy' ? t('The printer is printing.') : t('The printer is ready.'));
	return { condition, message: message || readyText() };
}

/** Printer attributes from which `statusOf` makes the status. */
export const STATE_ATTRIBUTES = [
	'printer-state',
	'printer-state-reasons',
	'printer-state-message',
	'printer-is-accepting-jobs',
] as const;
