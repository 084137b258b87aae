// Finds pairs of entries that may be duplicates, for the user to merge or keep.
import { distance } from 'fastest-levenshtein';
import { t } from '../../src-contract/i18n';
import type { DuplicatePair } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { foldCompact, foldToWords } from '../platform/text';
import { type EntryRow, toAddress } from './entry-row';
import type { Progress } from './progress';

type ComparedRow = Pick<
	EntryRow,
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

/** Minimum similarity of two texts that count as similar; 1 means equal. */
const MIN_SIMILARITY = 0.8;
/** In groups of at most this many entries, every entry is compared with every other. */
const MAX_FULLY_COMPARED = 30;
/** A larger group is sorted by name, and again by street. Each entry is compared with this many entries after it. */
const MAX_NEIGHBOURS = 8;
/** Maximum number of pairs that are shown to the user. */
const MAX_PAIRS = 500;

/** The words of the company name, or else of the contact person, in sorted order, so that "Muster, Max" equals "Max Muster". */
const sortedName = (row: ComparedRow): string =>
	foldToWords(row.company_name || row.contact_person)
		.split(' ')
		.sort()
		.join(' ');
/** The last nine digits. Equal with and without a country prefix if the national number has at least nine digits. */
const lastDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '').slice(-9);

/** Similarity of two texts from 0 to 1, computed from their edit distance. An empty text is similar to no text. */
function similarity(left: string, right: string): number {
	if (left === '' || right === '') return 0;
	return 1 - distance(left, right) / Math.max(left.length, right.length);
}

/** An entry with the normalized texts that are compared. */
interface Candidate {
	row: ComparedRow;
	/** The company name, or else the contact person, with its words in sorted order. */
	name: string;
	/** The same name without spaces, with its words in the order in which they are written. */
	compactName: string;
	street: string;
}

/** Why two entries may be duplicates, with a score up to 1; undefined when they are not similar. Pure. */
function compare(left: Candidate, right: Candidate): { reason: string; score: number } | undefined {
	if (left.row.same_key === right.row.same_key) return { reason: t('Same name and address'), score: 1 };
	const name = Math.max(similarity(left.name, right.name), similarity(left.compactName, right.compactName));
	const contact = similarity(foldCompact(left.row.contact_person), foldCompact(right.row.contact_person));
	const street = similarity(left.street, right.street);
	const hasSamePostcode =
		foldCompact(left.row.zipcode) === foldCompact(right.row.zipcode) &&
		left.row.country_code === right.row.country_code;
	// A different house number is a different address, even when the texts are similar.
	const hasSameHouseNumber = left.street.replace(/\D/g, '') === right.street.replace(/\D/g, '');
	if (hasSamePostcode && street >= MIN_SIMILARITY && hasSameHouseNumber) {
		if (name >= MIN_SIMILARITY) return { reason: t('Similar names at the same address'), score: (name + street) / 2 };
		if (contact === 1) return { reason: t('Same contact person at the same address'), score: street };
	}
	const hasSameEmail = left.row.email !== '' && left.row.email.toLowerCase() === right.row.email.toLowerCase();
	const hasSamePhone =
		lastDigits(left.row.phone).length >= 6 && lastDigits(left.row.phone) === lastDigits(right.row.phone);
	if ((hasSameEmail || hasSamePhone) && Math.max(name, contact) >= MIN_SIMILARITY)
		return {
			reason: hasSameEmail
				? t('Similar names with the same e-mail address')
				: t('Similar names with the same phone number'),
			score: Math.max(name, contact) * 0.9,
		};
	return undefined;
}

export function createDuplicates(database: Database, progress: Progress) {
	const pairKey = (firstId: number, secondId: number) =>
		`${Math.min(firstId, secondId)} ${Math.max(firstId, secondId)}`;

	return {
		/** At most MAX_PAIRS pairs, most similar first, without the pairs that the user marked as distinct. */
		find(): DuplicatePair[] {
			const rows = database.all<ComparedRow>(
				`SELECT id, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code, same_key
				FROM entry ORDER BY position`,
			);
			return progress.run(rows.length, () => {
				const distinctPairs = new Set(
					database
						.all<{ one_id: number; other_id: number }>('SELECT one_id, other_id FROM not_same')
						.map(({ one_id, other_id }) => pairKey(one_id, other_id)),
				);
				/** Entries with the same postcode and country, e-mail address or phone number. Only entries of one group are compared. */
				const groups = new Map<string, Candidate[]>();
				const addToGroup = (key: string, candidate: Candidate) => {
					const group = groups.get(key);
					if (group) group.push(candidate);
					else groups.set(key, [candidate]);
				};
				for (const row of rows) {
					const candidate = {
						row,
						name: sortedName(row),
						compactName: foldCompact(row.company_name || row.contact_person),
						street: foldCompact(row.address_line1),
					};
					addToGroup(`postcode ${row.country_code} ${foldCompact(row.zipcode)}`, candidate);
					if (row.email !== '') addToGroup(`mail ${row.email.toLowerCase()}`, candidate);
					if (lastDigits(row.phone).length >= 6) addToGroup(`phone ${lastDigits(row.phone)}`, candidate);
					progress.step();
				}
				const foundPairs = new Map<string, { ids: [number, number]; reason: string; score: number }>();
				for (const group of groups.values()) {
					for (const [left, right] of pairsOf(group)) {
						const key = pairKey(left.row.id, right.row.id);
						if (distinctPairs.has(key) || foundPairs.has(key)) continue;
						const result = compare(left, right);
						if (result) foundPairs.set(key, { ids: [left.row.id, right.row.id], ...result });
					}
					progress.step();
				}
				return [...foundPairs.values()]
					.sort((left, right) => right.score - left.score)
					.slice(0, MAX_PAIRS)
					.flatMap(({ ids, reason }) => {
						const [one, other] = ids.map((id) => database.get<EntryRow>('SELECT * FROM entry WHERE id = ?', id));
						return one && other ? [{ one: toAddress(one), other: toAddress(other), reason }] : [];
					});
			});
		},

		/** Records that two similar entries are not duplicates. */
		markDistinct(firstId: number, secondId: number): void {
			database.write(
				'INSERT OR IGNORE INTO not_same (one_id, other_id) VALUES (?, ?)',
				Math.min(firstId, secondId),
				Math.max(firstId, secondId),
			);
		},
	};
}

/**
 * Yields the pairs of a group that are compared: all pairs of a small group, neighbours in a larger one. A pair may be yielded
 * twice.
 */
function* pairsOf(group: Candidate[]): Generator<[Candidate, Candidate]> {
	if (group.length < 2) return;
	const isSmall = group.length <= MAX_FULLY_COMPARED;
	for (const sortField of isSmall ? (['name'] as const) : (['name', 'street'] as const)) {
		const sorted = isSmall ? group : [...group].sort((left, right) => (left[sortField] < right[sortField] ? -1 : 1));
		for (const [index, left] of sorted.entries())
			for (const right of sorted.slice(index + 1, isSmall ? undefined : index + 1 + MAX_NEIGHBOURS))
				yield [left, right];
	}
}
