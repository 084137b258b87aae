// Kinds of printing devices: the settings of each kind, and the form that edits these settings.
// Each kind is one entry of `DEVICE_KINDS` and one driver in `src-main/printing/devices/registry.ts`.
import * as z from 'zod';
import { t } from '../i18n';
import { wholeNumberInput } from './number-fields';
import type { StockName } from './stock';

/** An input of a device's form; `key` is the setting that it edits. */
export type DeviceField<Key extends string = string> = {
	key: Key;
	label: () => string;
	/** Name for screen readers when `label` is abbreviated. */
	name?: () => string;
	help?: () => string;
} & ({ input: 'text' | 'number' | 'folder' } | { input: 'choice'; options: { value: string; label: () => string }[] });

/** Inputs on one line of the form. */
export interface DeviceFieldRow<Key extends string = string> {
	fields: readonly DeviceField<Key>[];
	/** Shown below the inputs. */
	note?: () => string;
}

/** Settings of a printer profile that only some devices use. `resolution` and `dither` apply to devices that receive bitmaps. */
type ProfileOption = 'resolution' | 'dither' | 'copies';

interface DeviceKindOf<Schema extends z.ZodObject> {
	schema: Schema;
	/** Shown next to a printer's name. */
	title: () => string;
	/** Name in the list of printers to add; absent for kinds that are only found through the operating system. */
	addAs?: () => string;
	/** Stock of a new printer. */
	usualStock: StockName;
	/** Settings of a new printer. */
	initial: z.output<Schema>;
	rows: readonly DeviceFieldRow<keyof z.output<Schema> & string>[];
	/** Profile settings that the device uses with the given device settings. */
	profileOptions(settings: Readonly<Record<string, unknown>>): readonly ProfileOption[];
}
const deviceKind = <Schema extends z.ZodObject>(kind: DeviceKindOf<Schema>) => kind;

/** True when a printer's URL has a host and, if it names a port, a valid one (1 to 65535). */
function hasValidHostAndPort(text: string): boolean {
	try {
		// URL validates hosts and ports of http addresses only.
		const { hostname, port } = new URL(text.replace(/^\w+:/, 'http:'));
		return hostname !== '' && port !== '0';
	} catch {
		return false;
	}
}

/** The port of raw printing, which nearly all network printers use. */
const RAW_PORT = 9100;

/** Adds what a host alone lacks: `192.0.2.7` becomes `tcp://192.0.2.7:9100`. Other texts stay unchanged. */
function completeConnection(text: string): string {
	const [, host = '', port = RAW_PORT] =
		/^(?!queue:)(?:tcp:\/\/)?([\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::(\d+))?$/i.exec(text.trim()) ?? [];
	return host === '' ? text.trim() : `tcp://${host}:${port}`;
}

/**
 * Connection to a printer that receives data in a printer language: `tcp://host:9100`, or `queue:NAME` for a raw queue of the
 * operating system.
 */
const connectionSchema = z
	.string()
	.overwrite(completeConnection)
	.regex(/^(tcp:\/\/(\[[\da-f:]+\]|[\w.-]+):\d{1,5}|queue:[\w.@-]{1,127})$/i, {
		error: () => t('Use tcp://192.0.2.7:9100 or queue:NAME'),
	})
	.refine((text) => /^queue:/i.test(text) || hasValidHostAndPort(text), {
		error: () => t('Use tcp://192.0.2.7:9100, with a port up to 65535'),
	});
const connectionRow: DeviceFieldRow<'connection'> = {
	fields: [
		{
			key: 'connection',
			label: () => t('Address##of a printer'),
			help: () => t('tcp://192.0.2.7:9100, or queue:NAME for a raw system queue'),
			input: 'text',
		},
	],
};

/** Settings common to label printers. */
const labelPrinter = {
	connection: connectionSchema,
	/** Added to the darkness that is set at the printer, in the printer's unit; 0: unchanged. */
	darkness: wholeNumberInput(
		() => t('Darkness'),
		() => t('Darkness must be a whole number'),
		-30,
		30,
	).default(0),
	/** Print speed in inches per second; 0: the speed that is set at the printer. */
	speed: wholeNumberInput(
		() => t('Speed'),
		() => t('Speed must be a whole number'),
		0,
		14,
	).default(0),
};
const labelPrinterFields = [
	{ key: 'darkness', label: () => t('Darkness ±'), name: () => t('Darkness'), input: 'number' },
	{ key: 'speed', label: () => t('Speed (in/s)'), name: () => t('Speed'), input: 'number' },
] as const satisfies readonly DeviceField[];
const printerSettingsNote = () => t("0 keeps the printer's own setting.");
const labelPrinterRows = [connectionRow, { fields: labelPrinterFields, note: printerSettingsNote }];
const initialLabelPrinter = { connection: 'tcp://', darkness: 0, speed: 0 };
const BITMAP_OPTIONS: readonly ProfileOption[] = ['resolution', 'dither', 'copies'];

/** All device kinds, in display order. */
const DEVICE_KINDS = [
	deviceKind({
		schema: z.object({
			driver: z.literal('zpl'),
			...labelPrinter,
			mediaMode: z.enum(['tearOff', 'peelOff', 'cutter']).default('tearOff'),
			/** Extra feed before tearing off, in dots. */
			tearOffDots: wholeNumberInput(
				() => t('Tear-off'),
				() => t('Tear-off must be a whole number'),
				-120,
				120,
			).default(0),
		}),
		title: () => 'ZPL',
		addAs: () => 'ZPL (Zebra)',
		usualStock: '4x6',
		initial: { driver: 'zpl', ...initialLabelPrinter, mediaMode: 'tearOff', tearOffDots: 0 },
		rows: [
			connectionRow,
			{
				fields: [
					...labelPrinterFields,
					{
						key: 'mediaMode',
						label: () => t('After a label'),
						input: 'choice',
						options: [
							{ value: 'tearOff', label: () => t('Tear off##after a label') },
							{ value: 'peelOff', label: () => t('Peel off##after a label') },
							{ value: 'cutter', label: () => t('Cut##after a label') },
						],
					},
					{ key: 'tearOffDots', label: () => t('Tear-off (dots)'), name: () => t('Tear-off'), input: 'number' },
				],
				note: printerSettingsNote,
			},
		],
		profileOptions: () => BITMAP_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('epl'), ...labelPrinter }),
		title: () => 'EPL',
		addAs: () => 'EPL',
		usualStock: '4x6',
		initial: { driver: 'epl', ...initialLabelPrinter },
		rows: labelPrinterRows,
		profileOptions: () => BITMAP_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('tspl'), ...labelPrinter }),
		title: () => 'TSPL',
		addAs: () => 'TSPL',
		usualStock: '4x6',
		initial: { driver: 'tspl', ...initialLabelPrinter },
		rows: labelPrinterRows,
		profileOptions: () => BITMAP_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('escpos'), connection: connectionSchema }),
		title: () => 'ESC/POS',
		addAs: () => t('Receipt (ESC/POS)##kind of printer'),
		usualStock: 'roll80',
		initial: { driver: 'escpos', connection: 'tcp://' },
		rows: [connectionRow],
		profileOptions: () => BITMAP_OPTIONS,
	}),
	deviceKind({
		schema: z.object({
			driver: z.literal('ipp'),
			url: z
				.string()
				.trim()
				.regex(/^ipps?:\/\/[^\s/@]+(\/\S*)?$/i, 'ipp://host/ipp/print')
				.refine(hasValidHostAndPort, { error: () => t('Use ipp://host/ipp/print; a port can be up to 65535') }),
		}),
		title: () => 'IPP',
		addAs: () => t('Network (IPP)##kind of printer'),
		usualStock: 'A4',
		initial: { driver: 'ipp', url: 'ipp://' },
		rows: [
			{
				fields: [
					{ key: 'url', label: () => t('Address##of a printer'), help: () => 'ipp://host/ipp/print', input: 'text' },
				],
			},
		],
		profileOptions: () => ['resolution', 'copies'],
	}),
	deviceKind({
		schema: z.object({
			driver: z.literal('folder'),
			folder: z
				.string()
				.trim()
				.min(1, { error: () => t('Choose a folder') }),
			format: z.enum(['pdf', 'zpl']).default('pdf'),
			/** File name with the placeholders `{tracking}`, `{kind}`, `{date}`, `{reference}` and `{number}`. */
			namePattern: z
				.string()
				.trim()
				.min(1, { error: () => t('A name is required') })
				.max(80)
				.default('{tracking}-{kind}'),
		}),
		title: () => t('Folder'),
		addAs: () => t('Folder'),
		usualStock: '4x6',
		initial: { driver: 'folder', folder: '', format: 'pdf', namePattern: '{tracking}-{kind}' },
		rows: [
			{ fields: [{ key: 'folder', label: () => t('Folder'), input: 'folder' }] },
			{
				fields: [
					{
						key: 'namePattern',
						label: () => t('File name'),
						help: () => '{tracking} {kind} {date} {reference} {number}',
						input: 'text',
					},
					{
						key: 'format',
						label: () => t('Format##of files'),
						name: () => t('File format'),
						input: 'choice',
						options: [
							{ value: 'pdf', label: () => 'PDF' },
							{ value: 'zpl', label: () => 'ZPL' },
						],
					},
				],
			},
		],
		profileOptions: ({ format }) => (format === 'zpl' ? ['resolution', 'dither'] : []),
	}),
	deviceKind({
		schema: z.object({
			driver: z.literal('system'),
			queue: z
				.string()
				.trim()
				.min(1, { error: () => t('Choose a printer') })
				.max(127),
		}),
		title: () => t('System printer'),
		usualStock: '4x6',
		initial: { driver: 'system', queue: '' },
		rows: [{ fields: [{ key: 'queue', label: () => t('Printer name in the system'), input: 'text' }] }],
		profileOptions: () => ['resolution', 'copies'],
	}),
] as const;

const [firstKind, ...furtherKinds] = DEVICE_KINDS;
/** Connection and settings of a printing device. */
export const deviceSchema = z.discriminatedUnion('driver', [
	firstKind.schema,
	...furtherKinds.map(({ schema }) => schema),
]);
export type Device = z.infer<typeof deviceSchema>;
export type DriverName = Device['driver'];

/** A device kind without its schema, as the screens use it. */
export interface DeviceKind {
	title: () => string;
	addAs?: () => string;
	usualStock: StockName;
	initial: Device;
	rows: readonly DeviceFieldRow[];
	profileOptions(settings: Readonly<Record<string, unknown>>): readonly ProfileOption[];
}
export const deviceKinds: readonly DeviceKind[] = DEVICE_KINDS;
export function deviceKindOf({ driver }: Device): DeviceKind {
	return DEVICE_KINDS.find(({ initial }) => initial.driver === driver) ?? firstKind;
}
