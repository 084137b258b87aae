// Guesses from the titles of all columns which field of an order, or of its recipient, each column holds. Uncertain columns are left to
// the user, because a wrong mapping would send wrong parcels. Columns of the sender's address are never the recipient's. Pure.

import { type WeightUnit, weightUnitOf, weightUnitOfTitle } from '../../src-contract/lib/quantities';
import { type ColumnTarget, POSTAL_FIELDS } from '../../src-contract/model/address-import';
import { ORDER_FIELDS, type OrderField, type OrderTarget, type RecipientField } from '../../src-contract/model/order';
import { isJoinedField, withHouseNumberTitles } from '../address-book/files/columns';
import { type Program, programTargetOf } from '../platform/tabular/programs';
import { addressRoleOf, normalizeTitle, withoutRole } from '../platform/tabular/title-roles';
import {
	CUSTOMER_TITLE,
	fieldTitleOf,
	IGNORED_TITLE,
	isOrderField,
	isRecipientField,
	JOINED_FIELDS,
	orderTargetOf,
	recipientTargetOf,
	STATE_FIELDS,
} from './order-titles';

const isRecipientTarget = (target: OrderTarget | null): target is Extract<OrderTarget, { recipient: unknown }> =>
	target !== null && 'recipient' in target;
const PERSON_FIELDS: readonly RecipientField[] = ['contactPerson', 'firstName', 'lastName'];
const NAME_FIELDS: readonly RecipientField[] = ['name', 'companyName', ...PERSON_FIELDS];
const isPostal = (field: RecipientField): boolean => POSTAL_FIELDS.some((postalField) => postalField === field);

/**
 * Leaves out what would mix two addresses: with a street and a place of the recipient's own, postal columns without a role are
 * another address, and so are names if the recipient has one. Also leaves out a street that is written a second time, as in Shopify's
 * "Shipping Street" beside "Shipping Address1", and a name that stands for a whole address, as in Odoo's "Delivery Address" beside
 * "Delivery Address/Street".
 */
function withoutSecondAddress(titles: readonly string[], targets: readonly (OrderTarget | null)[]) {
	const normalizedTitles = titles.map(normalizeTitle);
	const isRecipients = (index: number) => addressRoleOf(normalizedTitles[index] ?? '') === 'recipient';
	const ownFields = new Set(
		targets.flatMap((target, index) => (isRecipientTarget(target) && isRecipients(index) ? [target.recipient] : [])),
	);
	const hasOwnAddress = ownFields.has('addressLine1') && (ownFields.has('zipcode') || ownFields.has('city'));
	const hasOwnName = NAME_FIELDS.some((field) => ownFields.has(field));
	/** Whether columns without a role are the address of another person. */
	const hasOtherAddress =
		hasOwnAddress &&
		targets.some((target, index) => isRecipientTarget(target) && !isRecipients(index) && isPostal(target.recipient));
	const isNumberedStreet = (index: number) => / 1$/.test(normalizedTitles[index] ?? '');
	const hasNumberedStreet = (ofRecipient: boolean) =>
		targets.some(
			(target, index) =>
				isRecipientTarget(target) &&
				target.recipient === 'addressLine1' &&
				isRecipients(index) === ofRecipient &&
				isNumberedStreet(index),
		);
	return targets.map((target, index) => {
		if (!isRecipientTarget(target)) return target;
		const { recipient } = target;
		if (titles.some((title) => title.startsWith(`${titles[index]}/`))) return null;
		if (recipient === 'addressLine1' && !isNumberedStreet(index) && hasNumberedStreet(isRecipients(index))) return null;
		if (isRecipients(index)) return target;
		if (hasOwnAddress && isPostal(recipient)) return null;
		// Shippo writes "Recipient Name" beside "Company", an ERP system "Deliver to company" beside "Attention".
		const sameNames = PERSON_FIELDS.includes(recipient)
			? PERSON_FIELDS
			: NAME_FIELDS.filter((field) => field === recipient);
		const isOther = hasOtherAddress ? hasOwnName : sameNames.some((field) => ownFields.has(field));
		return NAME_FIELDS.includes(recipient) && isOther ? null : target;
	});
}

/** A number of the program or of another shop, which is the order's number in rows without one of its own. */
const OTHER_NUMBER_TITLE = /\bid\b|channel|\bextern|marketplace|marktplatz|^po( no| number)?$/;
const isOrderNumber = (target: OrderTarget): boolean => 'order' in target && target.order === 'orderNumber';
export const isOtherNumberTitle = (title: string): boolean => OTHER_NUMBER_TITLE.test(normalizeTitle(title));
const targetKeyOf = (target: OrderTarget): string =>
	'order' in target ? target.order : `${target.recipient} ${target.choice}`;
/** A title that may be the number or the code of an item, and is its description only if nothing else is. */
const BARE_ITEM_TITLE = /^(item|article|artikel|product)$/;
/** Whether a column is used only if no other column has its field: the number of a line or an item, the weight of one piece. */
function isWeak(target: OrderTarget, normalizedTitle: string): boolean {
	if (!('order' in target)) return false;
	if (target.order === 'description') return BARE_ITEM_TITLE.test(normalizedTitle);
	if (target.order === 'sku') return !/\bsku\b/.test(normalizedTitle);
	return (
		isWeight(target) &&
		(!/total|gesamt|totaal|brutto|gross/.test(normalizedTitle) || /\bnet|netto/.test(normalizedTitle))
	);
}
const isWeight = (target: OrderTarget): boolean =>
	'order' in target && (target.order === 'weightKg' || target.order === 'weightGrams');
/** What two columns compete for: a weight in kilograms and one in grams are the same. */
const fieldKeyOf = (target: OrderTarget): string => (isWeight(target) ? 'weight' : targetKeyOf(target));
/** Leaves out the weak columns of a field that another column has, except those that the program's file states. */
function withoutWeak(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
	statedTargets: readonly (OrderTarget | null | undefined)[],
): (OrderTarget | null)[] {
	const normalizedTitles = titles.map(normalizeTitle);
	const strongKeys = new Set(
		targets.flatMap((target, index) =>
			target && !isWeak(target, normalizedTitles[index] ?? '') ? [fieldKeyOf(target)] : [],
		),
	);
	return targets.map((target, index) =>
		target &&
		statedTargets[index] === undefined &&
		strongKeys.has(fieldKeyOf(target)) &&
		isWeak(target, normalizedTitles[index] ?? '')
			? null
			: target,
	);
}
/** Whether a column is a weight in a unit that its title states. */
const isWeightIn = (unit: WeightUnit, target: OrderTarget | null, title = ''): boolean =>
	target !== null &&
	'order' in target &&
	target.order === 'weightKg' &&
	(weightUnitOf(title) ?? weightUnitOfTitle(title)) === unit;
/** A recipient's name is a company or a person if another column has the contact person: "Deliver to: name" beside "attention". */
function withCompanyOrName(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const isOwn = (index: number) => addressRoleOf(normalizeTitle(titles[index] ?? '')) === 'recipient';
	const persons = targets.flatMap((target, index) =>
		isRecipientTarget(target) && target.recipient === 'contactPerson' && isOwn(index) ? [index] : [],
	);
	const isBareName = (index: number) => BARE_NAME_TITLE.test(fieldTitleOf(normalizeTitle(titles[index] ?? '')));
	return targets.map((target, index) =>
		persons.length > 1 && persons.includes(index) && isBareName(index) ? { recipient: 'name', choice: 1 } : target,
	);
}
const BARE_NAME_TITLE = /^(name|naam|nom|nazwa|nombre)$/;
/** Fields of which a file with two addresses has a column for each. */
const GROUP_FIELDS: readonly RecipientField[] = ['lastName', 'addressLine1', 'zipcode', 'city'];
const MIN_GROUP_FIELDS = 3;
/**
 * Leaves out the addresses of a file with two of them whose titles do not say whose they are, as in "R-Ort" and "L-Ort": joined, they
 * would be a third address. The user maps the right one.
 */
function withoutUnclearAddresses(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const groupOf = (index: number): string => {
		const words = normalizeTitle(titles[index] ?? '').split(' ');
		return words.length > 1 ? (words[0] ?? '') : '';
	};
	const fieldsByGroup = new Map<string, Set<string>>();
	for (const [index, target] of targets.entries()) {
		if (!isRecipientTarget(target) || target.choice !== 1 || !GROUP_FIELDS.includes(target.recipient)) continue;
		if (addressRoleOf(normalizeTitle(titles[index] ?? '')) !== undefined) continue;
		const group = groupOf(index);
		fieldsByGroup.set(group, (fieldsByGroup.get(group) ?? new Set()).add(target.recipient));
	}
	const groups = [...fieldsByGroup].filter(([group, fields]) => group !== '' && fields.size >= MIN_GROUP_FIELDS);
	if (groups.length < 2) return [...targets];
	const names = new Set(groups.map(([group]) => group));
	return targets.map((target, index) => (isRecipientTarget(target) && names.has(groupOf(index)) ? null : target));
}

/** A title that is only the word for a customer: their name, if no other column has a name. */
const BARE_CUSTOMER_TITLE = /^(customer|client|cliente|kunde|klant|klient)$/;
function withCustomerAsName(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const hasName = targets.some(
		(target, column) =>
			isRecipientTarget(target) &&
			(['name', 'companyName', 'lastName'].includes(target.recipient) ||
				(NAME_FIELDS.includes(target.recipient) &&
					addressRoleOf(normalizeTitle(titles[column] ?? '')) === 'recipient')),
	);
	if (hasName) return [...targets];
	return targets.map((target, column) =>
		target === null && BARE_CUSTOMER_TITLE.test(normalizeTitle(titles[column] ?? ''))
			? { recipient: 'name', choice: 1 }
			: target,
	);
}

/** Fields that show that a file has a postal address of the recipient. */
const POSTAL_RECIPIENT_FIELDS: readonly RecipientField[] = ['addressLine1', 'zipcode', 'city'];
/** A file whose only address is that of the buyer, as Allegro writes it: the buyer is the recipient. */
function withPayerAsRecipient(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const hasAddress = (list: readonly (OrderTarget | null)[], minimum: number) =>
		POSTAL_RECIPIENT_FIELDS.filter((field) =>
			list.some((target) => isRecipientTarget(target) && target.recipient === field),
		).length >= minimum;
	if (hasAddress(targets, 1)) return [...targets];
	const ofPayer = titles.map((title) => {
		const normalizedTitle = normalizeTitle(title);
		if (addressRoleOf(normalizedTitle) !== 'payer' || IGNORED_TITLE.test(normalizedTitle)) return null;
		return recipientTargetOf(withoutRole(normalizedTitle, 'payer'));
	});
	return hasAddress(ofPayer, POSTAL_RECIPIENT_FIELDS.length)
		? targets.map((target, column) => target ?? ofPayer[column] ?? null)
		: [...targets];
}

/** Whether several columns may have the same target: their texts are joined, their numbers added, or each may leave an order out. */
const mayRepeat = (target: OrderTarget): boolean =>
	'order' in target
		? STATE_FIELDS.includes(target.order) || JOINED_FIELDS.includes(target.order) || target.order === 'quantityDone'
		: isJoinedField(target.recipient);

/** Choice of the payer's contact among those of the recipient. */
const PAYER_CHOICE = 4;
/**
 * Target of a column with the payer's e-mail address or phone number, which are used for a recipient without one; null for other
 * columns.
 */
function payerContactTargetOf(title: string): OrderTarget | null {
	const normalizedTitle = normalizeTitle(title);
	if (addressRoleOf(normalizedTitle) !== 'payer' || IGNORED_TITLE.test(normalizedTitle)) return null;
	if (/\be ?mail\b/.test(normalizedTitle)) return { recipient: 'email', choice: PAYER_CHOICE };
	return /phone|telefon|telefoon/.test(normalizedTitle) ? { recipient: 'phone', choice: PAYER_CHOICE } : null;
}

type ContactTarget = Extract<OrderTarget, { recipient: unknown }>;
const isContactTarget = (target: OrderTarget): target is ContactTarget =>
	isRecipientTarget(target) && (target.recipient === 'phone' || target.recipient === 'email');
/**
 * Whether a column has the e-mail address or phone number of the payer or customer, who may be another person than the recipient.
 * @param isOtherWithoutRole whether columns without a role are about another person
 */
export function isPayerContact(title: string, target: OrderTarget | null, isOtherWithoutRole: boolean): boolean {
	if (target === null || !isContactTarget(target)) return false;
	const normalizedTitle = normalizeTitle(title);
	const role = addressRoleOf(normalizedTitle);
	if (role === undefined && isOtherWithoutRole) return true;
	return role === 'payer' || CUSTOMER_TITLE.test(normalizedTitle);
}

/** The target that a program's file states for a column; undefined when it states none. */
function programTarget(program: Program | undefined, title: string): OrderTarget | null | undefined {
	const text = program && programTargetOf(program, title);
	if (text === undefined) return undefined;
	const [, person, field = '', choice = '1'] = /^(order|recipient)\.(\w+)(?: (\d))?$/.exec(text) ?? [];
	if (person === 'order' && isOrderField(field)) return { order: field };
	return person === 'recipient' && isRecipientField(field) ? { recipient: field, choice: Number(choice) } : null;
}

/** A target of the recipient for a field that an address has; null for the fields of address books only. */
export const recipientTarget = ({ field, choice }: ColumnTarget): OrderTarget | null =>
	isRecipientField(field) ? { recipient: field, choice } : null;

/**
 * Targets of all columns; null for a column that is left to the user.
 * @param program the program that exported the file, if it is known
 */
export function orderTargetsOf(titles: readonly string[], program?: Program): (OrderTarget | null)[] {
	const statedTargets = titles.map((title) => programTarget(program, title));
	const clearTitles = withHouseNumberTitles(titles);
	// The names that this program shows, in the language of the desk.
	const ownFields = new Map(
		Object.entries(ORDER_FIELDS).map(([field, label]) => [normalizeTitle(label()), field as OrderField]),
	);
	const allTargets = titles.map((title, index): OrderTarget | null => {
		const stated = statedTargets[index];
		if (stated !== undefined) return stated;
		const own = ownFields.get(normalizeTitle(title));
		return own ? { order: own } : orderTargetOf(normalizeTitle(clearTitles[index] ?? title));
	});
	const guessedTargets = withoutWeak(titles, allTargets, statedTargets);
	const hasPounds = guessedTargets.some((target, index) => isWeightIn('lb', target, titles[index]));
	const isNumberStated = statedTargets.some((target) => target && isOrderNumber(target));
	const usedKeys = new Set<string>();
	/**
	 * @returns the target, or null when another column has the same target: this column probably belongs to another person, such as the
	 * payer
	 */
	const claimTarget = (target: OrderTarget | null, title = ''): OrderTarget | null => {
		if (!target || mayRepeat(target) || (hasPounds && isWeightIn('oz', target, title))) return target;
		if (isContactTarget(target)) return claimContact(target);
		const isOther = isOrderNumber(target) && !isNumberStated && isOtherNumberTitle(title);
		const key = `${targetKeyOf(target)}${isOther ? ' of others' : ''}`;
		if (usedKeys.has(key)) return null;
		usedKeys.add(key);
		return target;
	};
	/** A second phone number or e-mail address has the next choice: it is used where the first is empty. */
	const claimContact = (target: ContactTarget): OrderTarget | null => {
		for (let choice = target.choice; choice < PAYER_CHOICE || choice === target.choice; choice += 1) {
			const key = targetKeyOf({ ...target, choice });
			if (usedKeys.has(key)) continue;
			usedKeys.add(key);
			return { ...target, choice };
		}
		return null;
	};
	const withoutSecond = withoutSecondAddress(
		titles,
		withoutUnclearAddresses(
			titles,
			withCompanyOrName(titles, withCustomerAsName(titles, withPayerAsRecipient(titles, guessedTargets))),
		),
	);
	const targets = withoutSecond.map((target, index) => statedTargets[index] ?? target);
	const isRecipients = titles.map(
		(title, index) => Boolean(statedTargets[index]) || addressRoleOf(normalizeTitle(title)) === 'recipient',
	);
	// The columns of the recipient come first: a phone number without a role is used only if the recipient has none.
	const claimedTargets = new Map<number, OrderTarget | null>();
	// What the program's file states comes before every guess.
	for (const [index, stated] of statedTargets.entries())
		if (stated) claimedTargets.set(index, claimTarget(targets[index] ?? null, titles[index]));
	for (const ofRecipient of [true, false])
		for (const [index, target] of targets.entries())
			if (!claimedTargets.has(index) && (isRecipients[index] === true && isRecipientTarget(target)) === ofRecipient)
				claimedTargets.set(index, claimTarget(target, titles[index]));
	return titles.map(
		(title, index) =>
			claimedTargets.get(index) ?? (statedTargets[index] === null ? null : claimTarget(payerContactTargetOf(title))),
	);
}
