// Texts about prohibited and restricted goods, in the current language.
import { t } from '../i18n';
import { type GoodsRestriction, RESTRICTED_GOODS, RESTRICTION_RULES } from '../model/goods-restrictions';
import type { Reason } from '../partner-api';

const goodsName = (goods: GoodsRestriction['goods']): string =>
	({
		aerosols: t('Aerosols'),
		alcohol: t('Alcohol'),
		ammunition: t('Ammunition'),
		'animal-products': t('Animal products'),
		'baby-walkers': t('Baby walkers'),
		cash: t('Cash'),
		'chewing-gum': t('Chewing gum'),
		cosmetics: t('Cosmetics'),
		'cultural-goods': t('Old works of art'),
		'deforestation-goods': t('Wood, coffee, cocoa and rubber'),
		drones: t('Drones'),
		'e-cigarettes': t('E-cigarettes'),
		explosives: t('Explosives'),
		fireworks: t('Fireworks'),
		'flammable-liquids': t('Flammable liquids'),
		food: t('Food'),
		'food-supplements': t('Food supplements'),
		'food-with-toy': t('Sweets with a toy inside'),
		'gas-lighters': t('Lighters'),
		honey: t('Honey'),
		ivory: t('Ivory'),
		knives: t('Knives'),
		'lithium-batteries': t('Lithium batteries'),
		'lithium-battery-devices': t('Devices with a lithium battery'),
		'live-animals': t('Live animals'),
		'luxury-goods': t('Luxury goods'),
		'meat-and-dairy': t('Meat, milk and eggs'),
		'medical-devices': t('Medical devices'),
		medicines: t('Medicines'),
		'offensive-weapons': t('Forbidden knives and blades'),
		perfume: t('Perfume'),
		phones: t('Phones'),
		'plants-and-seeds': t('Plants, fruit and seeds'),
		'plastic-bags': t('Plastic bags'),
		'poppy-seeds': t('Poppy seeds'),
		pork: t('Pork'),
		'protected-species': t('Parts of protected animals and plants'),
		'radio-equipment': t('Radio equipment'),
		'sanctioned-goods': t('Goods under sanctions'),
		tobacco: t('Tobacco'),
		toys: t('Toys'),
		'waste-and-used-goods': t('Waste and used goods'),
		weapons: t('Weapons'),
		wood: t('Goods of wood'),
	})[goods];

const ruleText = (rule: GoodsRestriction['rule']): string =>
	({
		'age-check': t('Only adults may receive them. Mark the parcel.'),
		'cites-permit': t('CITES permits of both countries are needed.'),
		'conformity-mark': t('They need the conformity mark of the destination, such as CE.'),
		'dangerous-goods': t('Carriers accept them only if packed and declared as dangerous goods.'),
		'due-diligence': t('Commercial imports need a due diligence statement.'),
		excise: t('Excise duty is due by quantity and is not in the estimate.'),
		'export-ban': t('Sanctions forbid sending them above a value.'),
		'health-certificate': t('A veterinary certificate is needed. Parcels to private persons are usually refused.'),
		'import-licence': t('The recipient needs an import licence.'),
		'medicine-permit': t('A permit is needed, or a prescription for personal use.'),
		'not-admitted': t('They may not be imported.'),
		'not-carried': t('Parcel carriers do not carry them.'),
		'phytosanitary-certificate': t('A phytosanitary certificate of the country of origin is needed.'),
		'prior-notice': t('Customs needs a notice before they arrive.'),
		registration: t('They must be registered with an authority of the destination.'),
		'responsible-person': t('A responsible person in the destination must have notified them.'),
		treatment: t('They must be treated, or free of bark and insects.'),
	})[rule];

/** Code of the note of an estimate that states a restriction. */
export const RESTRICTION_NOTE = 'note_restriction';
/** The restriction as a note of an estimate. `textOfRestrictionNote` reads it. */
export const restrictionReason = ({ item: _, isProhibited, ...values }: GoodsRestriction): Reason => ({
	code: RESTRICTION_NOTE,
	values: { ...values, prohibited: isProhibited ? 1 : 0 },
});
/** @returns undefined for values of a newer service */
export function textOfRestrictionNote({
	prohibited,
	goods,
	rule,
	territory,
	source,
}: Reason['values']): string | undefined {
	const knownGoods = RESTRICTED_GOODS.find((name) => name === goods);
	const knownRule = RESTRICTION_RULES.find((name) => name === rule);
	if (!knownGoods || !knownRule) return undefined;
	return restrictionText({
		isProhibited: prohibited === 1,
		goods: knownGoods,
		rule: knownRule,
		territory: String(territory),
		source: String(source),
	});
}

/** Warning for goods whose restrictions could not be checked. */
export const uncheckedRestrictionsText = (): string =>
	t('The restrictions of the destination could not be checked. Check before you ship whether it admits these goods.');

/** Text of a restriction, as in "Chewing gum to SG: prohibited. They may not be imported. (…)" */
export function restrictionText({
	isProhibited,
	goods,
	rule,
	territory,
	source,
}: Omit<GoodsRestriction, 'item'>): string {
	const values = { goods: goodsName(goods), territory, rule: ruleText(rule), source };
	return isProhibited
		? t('{goods} to {territory}: prohibited. {rule} ({source})', values)
		: t('{goods} to {territory}: restricted. {rule} ({source})', values);
}
