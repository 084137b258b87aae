// What to check before booking: probable errors in the addresses and measures, a recipient that is the sender, and a reference that
// was sent in the last 24 hours.
import { shallowRef } from 'vue';
import { t } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { call } from '../../lib/bridge';
import type { ParcelInput } from '../../lib/draft-fields';
import { formatDayAndTime } from '../../lib/format';
import { checkedFields } from '../shared/address-check';
import { parcelWarning } from '../shared/parcel-warnings';
import { STATE_BADGES } from '../shared/state-badges';
import type { FieldMessage } from './error-links';

export interface CheckedBooking {
	to: Address;
	from: Address;
	/** False if the sender was checked before, such as the desk's own address. It is still compared with the recipient. */
	checksFrom: boolean;
	parcels: readonly ParcelInput[];
	/** Empty if the reference need not be checked. */
	reference: string;
}

// A check that cannot be made must not keep a parcel from being sent.
async function addressWarnings(key: 'to' | 'from', address: Address): Promise<FieldMessage[]> {
	const answer = await call('addresses.check', checkedFields(address)).catch(() => undefined);
	return (answer?.warnings ?? [])
		.filter(({ level }) => level === 'warning')
		.map(({ field, message, suggestion }) => ({
			path: `${key}.${field}`,
			message:
				suggestion === null
					? message
					: t('{message} Suggestion: {suggestion}', { message, suggestion: isolateBidi(suggestion) }),
		}));
}

async function referenceWarnings(reference: string): Promise<FieldMessage[]> {
	if (reference.trim() === '') return [];
	const earlier = await call('shipments.findRecent', { reference }).catch(() => null);
	if (!earlier) return [];
	const message = t('{reference} was already used for {recipient}, {time} ({state}).', {
		reference: isolateBidi(reference.trim()),
		recipient: isolateBidi(earlier.recipient),
		time: formatDayAndTime(earlier.createdAt),
		state: STATE_BADGES[earlier.state][2](),
	});
	return [{ path: 'reference', message }];
}

const placeOf = ({ addressLine1, zipcode, countryCode }: Address): string =>
	[addressLine1, zipcode, countryCode].join('|').replace(/\s/g, '').toLowerCase();

function recipientWarnings({ to, from }: CheckedBooking): FieldMessage[] {
	if (to.addressLine1.trim() === '' || placeOf(to) !== placeOf(from)) return [];
	return [{ path: 'to.addressLine1', message: t('The recipient has the address of the sender.') }];
}

const parcelWarnings = (parcels: readonly ParcelInput[]): FieldMessage[] =>
	parcels.flatMap((parcel, index) => {
		const warning = parcelWarning(parcel);
		return warning ? [{ path: `parcels.${index}.${warning.field}`, message: warning.message }] : [];
	});

/** @param input what is in the form now */
export function createBookingChecks(input: () => CheckedBooking) {
	/** Warnings about the form, each with the path of its field. */
	const warnings = shallowRef<FieldMessage[]>([]);

	/** Checks the form. If the form changes meanwhile, the answer is returned but not shown. */
	async function load(): Promise<FieldMessage[]> {
		const checkedInput = input();
		const inputJson = JSON.stringify(checkedInput);
		const found = await Promise.all([
			addressWarnings('to', checkedInput.to),
			recipientWarnings(checkedInput),
			checkedInput.checksFrom ? addressWarnings('from', checkedInput.from) : [],
			parcelWarnings(checkedInput.parcels),
			referenceWarnings(checkedInput.reference),
		]);
		if (inputJson === JSON.stringify(input())) warnings.value = found.flat();
		return found.flat();
	}

	return { input, warnings, load };
}
