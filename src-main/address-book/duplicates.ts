// Entries that may be one and the same: equal, or alike enough that a person should look.
import { distance } from 'fastest-levenshtein';
import { t } from '../../src-contract/i18n';
import type { DuplicatePair } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { foldCompact, foldToWords } from '../platform/text';
import { type Row, toAddress } from './entry-row';
import type { Progress } from './progress';

type Compared = Pick<
	Row,
	| 'id'
	| 'company_name'
	| 'contact_person'
	| 'email'
	| 'phone'
	| 'address_line1'
	| 'zipcode'
	| 'city'
	| 'country_code'
	| 'same_key'
>;

/** From here on two texts are alike; 1 is equal. */
const ALIKE = 0.8;
/** Of a group that is too large to compare each with each, as many neighbours in the order of names. */
const NEIGHBOURS = 8;
const SMALL_GROUP = 30;
const MAX_PAIRS = 500;

/** A name by its words in any order: "Muster, Max" is "Max Muster". */
const nameOf = (row: Compared): string =>
	foldToWords(row.company_name || row.contact_person)
		.split(' ')
		.sort()
		.join(' ');
const digits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '').slice(-9);

function likeness(one: string, other: string): number {
	if (one === '' || other === '') return 0;
	return 1 - distance(one, other) / Math.max(one.length, other.length);
}

interface Prepared {
	row: Compared;
	/** Its words in any order, and its letters as they stand. */
	name: string;
	written: string;
	street: string;
}

/** Why two may be one; undefined: they are not alike. Pure. */
function alike(one: Prepared, other: Prepared): { reason: string; score: number } | undefined {
	if (one.row.same_key === other.row.same_key) return { reason: t('The same person at the same place'), score: 1 };
	const name = Math.max(likeness(one.name, other.name), likeness(one.written, other.written));
	const persons = likeness(foldCompact(one.row.contact_person), foldCompact(other.row.contact_person));
	const street = likeness(one.street, other.street);
	const samePlace =
		foldCompact(one.row.zipcode) === foldCompact(other.row.zipcode) && one.row.country_code === other.row.country_code;
	// Another house number is another address, however alike the texts.
	const sameNumbers = one.street.replace(/\D/g, '') === other.street.replace(/\D/g, '');
	if (samePlace && street >= ALIKE && sameNumbers) {
		if (name >= ALIKE) return { reason: t('Names alike, at the same address'), score: (name + street) / 2 };
		if (persons === 1) return { reason: t('The same person, at the same address'), score: street };
	}
	const sameMail = one.row.email !== '' && one.row.email.toLowerCase() === other.row.email.toLowerCase();
	const samePhone = digits(one.row.phone).length >= 6 && digits(one.row.phone) === digits(other.row.phone);
	if ((sameMail || samePhone) && Math.max(name, persons) >= ALIKE)
		return {
			reason: sameMail
				? t('Names alike, with the same e-mail address')
				: t('Names alike, with the same telephone number'),
			score: Math.max(name, persons) * 0.9,
		};
	return undefined;
}

export function createDuplicates(database: Database, progress: Progress) {
	const pairKey = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;

	return {
		/** The most alike first; without those that a person said are two. */
		find(): DuplicatePair[] {
			const rows = database.all<Compared>(
				`SELECT id, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code, same_key
				FROM entry ORDER BY position`,
			);
			return progress.within(rows.length, () => {
				const apart = new Set(
					database
						.all<{ one_id: number; other_id: number }>('SELECT one_id, other_id FROM not_same')
						.map(({ one_id, other_id }) => pairKey(one_id, other_id)),
				);
				const groups = new Map<string, Prepared[]>();
				const put = (key: string, one: Prepared) => {
					const group = groups.get(key);
					if (group) group.push(one);
					else groups.set(key, [one]);
				};
				for (const row of rows) {
					const one = {
						row,
						name: nameOf(row),
						written: foldCompact(row.company_name || row.contact_person),
						street: foldCompact(row.address_line1),
					};
					put(`place ${row.country_code} ${foldCompact(row.zipcode)}`, one);
					if (row.email !== '') put(`mail ${row.email.toLowerCase()}`, one);
					if (digits(row.phone).length >= 6) put(`phone ${digits(row.phone)}`, one);
					progress.step();
				}
				const found = new Map<string, { ids: [number, number]; reason: string; score: number }>();
				const compare = (one: Prepared, other: Prepared) => {
					const key = pairKey(one.row.id, other.row.id);
					if (apart.has(key) || found.has(key)) return;
					const why = alike(one, other);
					if (why) found.set(key, { ids: [one.row.id, other.row.id], ...why });
				};
				for (const group of groups.values()) {
					for (const [one, other] of pairsOf(group)) compare(one, other);
					progress.step();
				}
				return [...found.values()]
					.sort((one, other) => other.score - one.score)
					.slice(0, MAX_PAIRS)
					.flatMap(({ ids, reason }) => {
						const [one, other] = ids.map((id) => database.get<Row>('SELECT * FROM entry WHERE id = ?', id));
						return one && other ? [{ one: toAddress(one), other: toAddress(other), reason }] : [];
					});
			});
		},

		/** A person looked, and they are two. */
		keepApart(oneId: number, otherId: number): void {
			database.write(
				'INSERT OR IGNORE INTO not_same (one_id, other_id) VALUES (?, ?)',
				Math.min(oneId, otherId),
				Math.max(oneId, otherId),
			);
		},
	};
}

function* pairsOf(group: Prepared[]): Generator<[Prepared, Prepared]> {
	if (group.length < 2) return;
	const isSmall = group.length <= SMALL_GROUP;
	for (const key of isSmall ? (['name'] as const) : (['name', 'street'] as const)) {
		const sorted = isSmall ? group : [...group].sort((one, other) => (one[key] < other[key] ? -1 : 1));
		for (const [at, one] of sorted.entries())
			for (const other of sorted.slice(at + 1, isSmall ? undefined : at + 1 + NEIGHBOURS)) yield [one, other];
	}
}
