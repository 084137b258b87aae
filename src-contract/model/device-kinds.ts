// The kinds of printing devices: how one is reached, its settings, and the form that a screen draws for them.
// A kind is one entry of `DEVICE_KINDS`, and one driver in `src-main/printing/devices/registry.ts`.
import * as z from 'zod';
import { t } from '../i18n';
import { whole } from './number-fields';
import type { StockName } from './stock';

/** One input of a device's form; `key` is the setting that it changes. */
export type DeviceField<Key extends string = string> = {
	key: Key;
	label: () => string;
	/** Name for screen readers, where the label is abbreviated. */
	name?: () => string;
	help?: () => string;
} & ({ input: 'text' | 'number' | 'folder' } | { input: 'choice'; options: { value: string; label: () => string }[] });

/** Inputs that stand beside each other. */
export interface DeviceFieldRow<Key extends string = string> {
	fields: readonly DeviceField<Key>[];
	/** Shown below the row. */
	note?: () => string;
}

/** Parts of a printer's profile that not every device uses: `resolution` and `dither` of those that are sent dots. */
type ProfileOption = 'resolution' | 'dither' | 'copies';

interface DeviceKindOf<Schema extends z.ZodObject> {
	schema: Schema;
	/** Shown beside the name of a printer. */
	title: () => string;
	/** Name in the list of printers that a user can add; absent: only found in the system. */
	addAs?: () => string;
	usualStock: StockName;
	/** Settings of a printer that was just added. */
	initial: z.output<Schema>;
	rows: readonly DeviceFieldRow<keyof z.output<Schema> & string>[];
	/** Parts of a profile that the device uses with these settings. */
	profileOptions(settings: Readonly<Record<string, unknown>>): readonly ProfileOption[];
}
const deviceKind = <Schema extends z.ZodObject>(kind: DeviceKindOf<Schema>) => kind;

/** A printer's URL is taken apart by its driver: a port above the largest one makes it invalid. */
function isAddress(text: string): boolean {
	try {
		// Only addresses of the web have their ports and names checked.
		const { hostname, port } = new URL(text.replace(/^\w+:/, 'http:'));
		return hostname !== '' && port !== '0';
	} catch {
		return false;
	}
}

/** Address of a printer with a language of its own: `tcp://host:9100`, or `queue:NAME`, a raw queue of the system. */
const connectionSchema = z
	.string()
	.trim()
	.regex(/^(tcp:\/\/(\[[\da-f:]+\]|[\w.-]+):\d{1,5}|queue:[\w.@-]{1,127})$/i, {
		error: () => t('tcp://192.0.2.7:9100, or queue:NAME'),
	})
	.refine((text) => /^queue:/i.test(text) || isAddress(text), {
		error: () => t('tcp://192.0.2.7:9100, with a port up to 65535'),
	});
const connectionRow: DeviceFieldRow<'connection'> = {
	fields: [
		{
			key: 'connection',
			label: () => t('Address##of a printer'),
			help: () => t('tcp://192.0.2.7:9100, or queue:NAME for a raw queue of the system'),
			input: 'text',
		},
	],
};

/** Settings that label printers share. */
const labelPrinter = {
	connection: connectionSchema,
	/** Added to the printer's own setting, in its own unit; 0 leaves it. */
	darkness: whole(
		() => t('Darkness'),
		() => t('Darkness must be a whole number'),
		-30,
		30,
	).default(0),
	/** Inches a second; 0 leaves the printer's own. */
	speed: whole(
		() => t('Speed'),
		() => t('Speed must be a whole number'),
		0,
		14,
	).default(0),
};
const darknessField = {
	key: 'darkness',
	label: () => t('Darkness ±'),
	name: () => t('Darkness'),
	input: 'number',
} as const;
const speedField = {
	key: 'speed',
	label: () => t('Speed (in/s)'),
	name: () => t('Speed'),
	input: 'number',
} as const;
const labelPrinterFields = [darknessField, speedField] satisfies readonly DeviceField[];
const printerSettingsNote = () => t('0 leaves what is set at the printer.');
const labelPrinterRows = [connectionRow, { fields: labelPrinterFields, note: printerSettingsNote }];
const initialLabelPrinter = { connection: 'tcp://', darkness: 0, speed: 0 };
const DOTS_OPTIONS: readonly ProfileOption[] = ['resolution', 'dither', 'copies'];

/** In the order in which they are offered; one entry a kind. */
const DEVICE_KINDS = [
	deviceKind({
		schema: z.object({
			driver: z.literal('zpl'),
			...labelPrinter,
			mediaMode: z.enum(['tearOff', 'peelOff', 'cutter']).default('tearOff'),
			/** Dots by which the label is pushed further out to tear. */
			tearOffDots: whole(
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
		profileOptions: () => DOTS_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('epl'), ...labelPrinter }),
		title: () => 'EPL',
		addAs: () => 'EPL',
		usualStock: '4x6',
		initial: { driver: 'epl', ...initialLabelPrinter },
		rows: labelPrinterRows,
		profileOptions: () => DOTS_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('tspl'), ...labelPrinter }),
		title: () => 'TSPL',
		addAs: () => 'TSPL',
		usualStock: '4x6',
		initial: { driver: 'tspl', ...initialLabelPrinter },
		rows: labelPrinterRows,
		profileOptions: () => DOTS_OPTIONS,
	}),
	deviceKind({
		schema: z.object({ driver: z.literal('escpos'), connection: connectionSchema }),
		title: () => 'ESC/POS',
		addAs: () => t('Receipt (ESC/POS)##kind of printer'),
		usualStock: 'roll80',
		initial: { driver: 'escpos', connection: 'tcp://' },
		rows: [connectionRow],
		profileOptions: () => DOTS_OPTIONS,
	}),
	deviceKind({
		schema: z.object({
			driver: z.literal('ipp'),
			url: z
				.string()
				.trim()
				.regex(/^ipps?:\/\/[^\s/@]+(\/\S*)?$/i, 'ipp://host/ipp/print')
				.refine(isAddress, { error: () => t('ipp://host/ipp/print, with a port up to 65535 if any') }),
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
			/** `{tracking}`, `{kind}`, `{date}`, `{reference}` and `{number}` are filled in. */
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
						label: () => t('As##a format of files'),
						name: () => t('Format of the files'),
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
		rows: [{ fields: [{ key: 'queue', label: () => t('Printer of the system'), input: 'text' }] }],
		profileOptions: () => ['resolution', 'copies'],
	}),
] as const;

const [firstKind, ...furtherKinds] = DEVICE_KINDS;
/** How a printer is reached and what it is told. */
export const deviceSchema = z.discriminatedUnion('driver', [
	firstKind.schema,
	...furtherKinds.map(({ schema }) => schema),
]);
export type Device = z.infer<typeof deviceSchema>;
export type DriverName = Device['driver'];

/** What a screen needs to know of a device's kind. */
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
