// What an order file says for the packer: notes, tags, and when the order has to leave. Pure.
import { t } from '../../src-contract/i18n';
import { ORDER_FIELDS, type OrderDetails, type OrderField } from '../../src-contract/model/order';
import { daysOf } from './order-state';
import type { RowReader } from './order-values';

const MAX_NOTE_CHARS = 2000;
const MAX_TAGS = 20;
const MAX_TAG_CHARS = 50;

export const noDetails = (): OrderDetails => ({
	notes: { customer: '', order: '', giftText: '' },
	tags: [],
	shipBy: null,
});

/** The texts of all columns of a field. */
const textsOf = ({ row, table }: RowReader, field: OrderField): string[] =>
	table.columnsOf(field).flatMap((column) => row.cells[column]?.trim() || []);

/** The texts one below the other; one that is there already is not repeated. */
const joined = (...texts: string[]): string =>
	texts
		.reduce((all, text) => {
			if (all === '' || text === '') return all || text;
			return `\n${all}\n`.includes(`\n${text}\n`) ? all : `${all}\n${text}`;
		}, '')
		.slice(0, MAX_NOTE_CHARS);

/** A date with a time of day. Without a time zone, it is that of the desk. */
const DATE_WITH_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** A day, or a time as ISO 8601; undefined when the text is neither. Of two possible days, the earlier one. */
function shipByOf(text: string): string | undefined {
	if (DATE_WITH_TIME.test(text)) {
		const time = Date.parse(text.replace(' ', 'T').replace(/ (?=[+-]\d\d:?\d\d$)/, ''));
		if (!Number.isNaN(time)) return new Date(time).toISOString();
	}
	return daysOf(text).sort()[0];
}

/** The details of a row, and sentences about what cannot be read. */
export function readDetails(reader: RowReader): { details: OrderDetails; warnings: string[] } {
	const [shipByText = ''] = textsOf(reader, 'shipBy');
	const shipBy = shipByOf(shipByText) ?? null;
	return {
		details: {
			notes: {
				customer: joined(...textsOf(reader, 'customerNote')),
				order: joined(...textsOf(reader, 'orderNote')),
				giftText: joined(...textsOf(reader, 'giftText')),
			},
			tags: textsOf(reader, 'tags').flatMap((text) =>
				text
					.split(/[,;|]/)
					.map((tag) => tag.trim().slice(0, MAX_TAG_CHARS))
					.filter(Boolean),
			),
			shipBy,
		},
		warnings:
			shipByText !== '' && shipBy === null
				? [t('{field}: "{text}" is not a date', { field: ORDER_FIELDS.shipBy(), text: shipByText.slice(0, 40) })]
				: [],
	};
}

/** The details of an order whose rows have these. */
export const mergedDetails = (left: OrderDetails, right: OrderDetails): OrderDetails => ({
	notes: {
		customer: joined(left.notes.customer, right.notes.customer),
		order: joined(left.notes.order, right.notes.order),
		giftText: joined(left.notes.giftText, right.notes.giftText),
	},
	tags: [...new Set([...left.tags, ...right.tags])].slice(0, MAX_TAGS),
	shipBy: [left.shipBy, right.shipBy].flatMap((time) => time ?? []).sort()[0] ?? null,
});
