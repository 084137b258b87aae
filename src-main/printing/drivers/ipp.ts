// Driverless printers: asked what they take and hold, then sent exactly that.
import { AppError } from '../../../src-contract/errors';
import { type Printer, stockOf } from '../../../src-contract/print';
import type { Language } from '../languages/language';
import { type Driver, needsHands } from './driver';
import { type Attributes, checkIpp, conditionOf, type IppPrinter, printerAttributes, printIpp } from './ipp-client';

const IPP_PORT = 631;
/** Media are named by their size; makers round. */
const SAME_SIZE_MM = 1;
const FORMATS: readonly [format: string, language: Language][] = [
	['application/pdf', 'pdf'],
	['image/pwg-raster', 'pwg'],
	['image/urf', 'urf'],
];
const CAPABILITIES = [
	'document-format-supported',
	'media-supported',
	'media-size-supported',
	'print-scaling-supported',
	'printer-state',
	'printer-state-reasons',
	'printer-state-message',
	'printer-is-accepting-jobs',
] as const;

function target({ name, device }: Printer): IppPrinter {
	const url = device.driver === 'ipp' ? device.url : '';
	const { hostname, port, protocol, pathname } = new URL(url.replace(/^ipp/i, 'http'));
	const host = hostname.replace(/^\[|\]$/g, '');
	return {
		at: { host, port: port === '' ? IPP_PORT : Number(port), secure: protocol === 'https:' },
		uri: `ipp://${hostname}${port === '' ? '' : `:${port}`}${pathname}`,
		name,
	};
}

const listOf = (value: unknown): string[] =>
	(Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

/** The size in a medium's name, such as na_index-4x6_4x6in or iso_a6_105x148mm. */
export function mediaSizeMm(name: string): { widthMm: number; heightMm: number } | undefined {
	const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(name);
	const unit = match?.[3] === 'in' ? 25.4 : 1;
	return match ? { widthMm: Number(match[1]) * unit, heightMm: Number(match[2]) * unit } : undefined;
}

/**
 * The attributes that name the stock: a medium by its name, or a size within what the printer cuts.
 * @throws `printer.mismatch` when the printer does not hold that stock
 */
export function mediumFor(printer: Printer, supported: readonly string[]): Attributes {
	const stock = stockOf(printer);
	const heightMm = stock.heightMm ?? 0;
	const near = (one: number, other: number) => Math.abs(one - other) <= SAME_SIZE_MM;
	const found = supported.find((name) => {
		const size = mediaSizeMm(name);
		return (
			!/^custom_(min|max)/.test(name) && size && near(size.widthMm, stock.widthMm) && near(size.heightMm, heightMm)
		);
	});
	if (found) return { media: found };
	const limit = (start: string) => mediaSizeMm(supported.find((name) => name.startsWith(start)) ?? '');
	const [least, most] = [limit('custom_min'), limit('custom_max')];
	const within = (size: number, from: number, to: number) => from <= size && size <= to;
	if (
		least &&
		most &&
		within(stock.widthMm, least.widthMm, most.widthMm) &&
		within(heightMm, least.heightMm, most.heightMm)
	) {
		const hundredths = (millimetres: number) => Math.round(millimetres * 100);
		return {
			'media-col': { 'media-size': { 'x-dimension': hundredths(stock.widthMm), 'y-dimension': hundredths(heightMm) } },
		};
	}
	throw new AppError(
		'printer.mismatch',
		`${printer.name} does not hold ${stock.name}; it holds ${supported.slice(0, 8).join(', ')}. Nothing was printed; the document is kept. Choose another stock for it in Printers.`,
	);
}

async function capabilities(printer: Printer): Promise<Attributes> {
	return printerAttributes(target(printer), CAPABILITIES);
}

export const ippDriver: Driver = {
	async language(printer) {
		const taken = listOf((await capabilities(printer))['document-format-supported']);
		const language = FORMATS.find(([format]) => taken.includes(format))?.[1];
		if (language) return language;
		throw new AppError(
			'printer.otherLanguage',
			`${printer.name} takes neither PDF nor the formats of driverless printing. Nothing was printed; the document is kept. Set it up in the system and choose it there.`,
		);
	},

	async send(printer, { payload, language, title }) {
		const able = await capabilities(printer);
		const state = conditionOf(able);
		if (state.condition === 'trouble') throw needsHands(`${printer.name}: ${state.message}`);
		const format = FORMATS.find(([, one]) => one === language)?.[0] ?? 'application/octet-stream';
		return printIpp(target(printer), {
			payload,
			format,
			title,
			attributes: {
				...mediumFor(printer, listOf(able['media-supported'])),
				...(listOf(able['print-scaling-supported']).includes('none') ? { 'print-scaling': 'none' } : {}),
				...(language === 'pwg' ? {} : { copies: printer.copies }),
			},
		});
	},

	check: (printer) => checkIpp(target(printer)),
};
