// Converts the properties of a vCard into a contact. Pure.
import { Contact } from './contacts';
import { OWN_PROPERTIES, PRODID, type Property, textOf, textsOf } from './vcard-format';

const FIELD_OF_PROPERTY = new Map<string, (typeof OWN_PROPERTIES)[number][0]>(
	OWN_PROPERTIES.map(([field, name]) => [name, field]),
);

function typesOf({ type, pref }: Property[1]): Set<string> {
	const types = textsOf(type ?? []).map((name) => name.toLowerCase());
	return new Set(pref === undefined ? types : [...types, 'pref']);
}

/**
 * The choice of a phone number or address: its rank among several, from 1 (preferred): work, mobile (phones only), home, other. One
 * with none of these types counts as work if it is preferred, has no type, or is a phone number of type `voice`; or else as other.
 */
function choiceOf(types: ReadonlySet<string>, isPhone: boolean): number {
	if (types.has('work')) return 1;
	if (types.has('labelled')) return isPhone ? 4 : 3;
	if (types.has('cell') && isPhone) return 2;
	if (types.has('home')) return isPhone ? 3 : 2;
	return types.has('pref') || types.size === 0 || (isPhone && types.has('voice')) ? 1 : isPhone ? 4 : 3;
}

/** @param parts parts of the ADR property, in the order of RFC 6350, 6.3.1; each part may have several lines */
function addAddress(contact: Contact, parts: string[], choice: number): void {
	const [poBox = '', extension = '', street = '', city = '', region = '', zipcode = '', country = ''] = parts;
	contact.add({ field: 'addressLine1', choice }, street);
	contact.add({ field: 'addressLine2', choice }, extension);
	contact.add({ field: 'addressLine2', choice }, poBox);
	contact.add({ field: 'city', choice }, city);
	contact.add({ field: 'region', choice }, region);
	contact.add({ field: 'zipcode', choice }, zipcode);
	contact.add({ field: 'country', choice }, country);
}

/** Looks up the properties of a card by name. */
function createPropertyLookup(properties: readonly Property[]) {
	const propertiesNamed = (name: string) => properties.filter((property) => property[0] === name);
	/** Value of the property with this name in the group of another property. Apple stores labels and country codes this way. */
	const valueInGroup = (name: string, { group }: Property[1]): string =>
		group === undefined ? '' : String(propertiesNamed(name).find((property) => property[1].group === group)?.[3] ?? '');
	return {
		propertiesNamed,
		valueInGroup,
		/** Sorted by the PREF parameter, 1 (most preferred) to 100; properties without it come last. The type `pref` means 1. */
		propertiesByPreference: (name: string) =>
			propertiesNamed(name)
				.map((property, index) => ({
					property,
					index,
					rank: Number(property[1].pref ?? (typesOf(property[1]).has('pref') ? 1 : 101)),
				}))
				.sort((left, right) => left.rank - right.rank || left.index - right.index)
				.map(({ property }) => property),
		/**
		 * The types of a property, including the type that its Apple label names; any label except
		 * work and home adds the type `labelled`. The label of a property of type `home` is ignored.
		 */
		typesWithLabel(parameters: Property[1]): Set<string> {
			const types = typesOf(parameters);
			const label = /^(?:_\$!<)?(.*?)(?:>!\$_)?$/.exec(valueInGroup('x-ablabel', parameters))?.[1] ?? '';
			return label === '' || types.has('home')
				? types
				: types.add(/^(work|home)$/i.test(label) ? label.toLowerCase() : 'labelled');
		},
	};
}
type PropertyLookup = ReturnType<typeof createPropertyLookup>;

function addNames(contact: Contact, { propertiesNamed }: PropertyLookup): void {
	const isCompany =
		propertiesNamed('x-abshowas').some(([, , , value]) => /^company$/i.test(String(value))) ||
		propertiesNamed('kind').some(([, , , value]) => /^org(anization)?$/i.test(String(value)));
	const organization = textsOf(propertiesNamed('org')[0]?.[3]).find((part) => part !== '') ?? '';
	const fullName = textsOf(propertiesNamed('fn')[0]?.[3]).join(' ').trim();
	const nameParts = propertiesNamed('n')[0]?.[3] ?? [];
	const [last = '', first = '', middle = ''] = (Array.isArray(nameParts) ? nameParts : [nameParts]).map((part) =>
		textsOf(part).filter(Boolean).join(' '),
	);
	const joinedName = [first, middle, last].filter(Boolean).join(' ');
	const personName = fullName !== '' && fullName !== organization ? fullName : joinedName;
	contact.add({ field: 'companyName', choice: 1 }, organization || (isCompany ? fullName : ''));
	if (!isCompany || joinedName !== '')
		contact.add(
			{ field: 'contactPerson', choice: 1 },
			isCompany && fullName === organization ? joinedName : personName,
		);
}

function addPhones(contact: Contact, { propertiesByPreference }: PropertyLookup): void {
	for (const [, parameters, , value] of propertiesByPreference('tel')) {
		const types = typesOf(parameters);
		if (['fax', 'pager', 'textphone', 'video'].some((type) => types.has(type))) continue;
		contact.add({ field: 'phone', choice: choiceOf(types, true) }, textOf(value).replace(/^tel:/i, ''));
	}
}

function addAddresses(
	contact: Contact,
	{ propertiesByPreference, typesWithLabel, valueInGroup }: PropertyLookup,
): void {
	const choices = new Set<number>();
	for (const [, parameters, , value] of propertiesByPreference('adr')) {
		const choice = choiceOf(typesWithLabel(parameters), false);
		if (choices.has(choice)) continue;
		choices.add(choice);
		const parts = Array.isArray(value) ? value : textOf(value).split(';');
		const texts = parts.map((part) => textsOf(part).join('\n'));
		// Apple stores the country code in a separate property of the group.
		if (!texts[6]) texts[6] = valueInGroup('x-abadr', parameters);
		addAddress(contact, texts, choice);
	}
}

/** Converts the properties of a card to a contact. */
export function contactOf(cardProperties: readonly Property[]): Contact {
	const contact = new Contact();
	const lookup = createPropertyLookup(cardProperties);
	const { propertiesNamed, propertiesByPreference } = lookup;
	contact.isWaybillExport = cardProperties.some(([name, , , value]) => name === 'prodid' && value === PRODID);
	addNames(contact, lookup);
	addPhones(contact, lookup);
	for (const [index, [, , , value]] of propertiesByPreference('email').entries())
		contact.add({ field: 'email', choice: Math.min(4, index + 1) }, textOf(value));
	addAddresses(contact, lookup);
	for (const property of propertiesNamed('categories'))
		for (const tag of property.slice(3).flatMap(textsOf))
			contact.add({ field: 'tags', choice: 1 }, tag.replace(/[,;]\s*/g, ' '));
	for (const [, , , value] of propertiesNamed('note'))
		contact.add({ field: 'notes', choice: 1 }, textsOf(value).join('\n'));
	for (const [name, , , value] of cardProperties) {
		const field = FIELD_OF_PROPERTY.get(name);
		if (field) contact.add({ field, choice: 1 }, textsOf(value).join(';'));
	}
	return contact;
}
