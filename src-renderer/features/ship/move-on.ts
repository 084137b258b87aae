// Moves the focus to the next field of the Ship form that still needs input, so that Enter is the only key needed to go from field
// to field.
import { nextTick, type Ref } from 'vue';
import type { FieldError } from '../../../src-contract/errors';
import type { Draft } from '../../lib/draft-fields';
import { focusControl } from '../../lib/focus-control';
import { loadFormChecks } from '../../lib/form-checks-loader';
import { addressFormFields } from '../shared/address-form-layout';
import { useRecipientDefaultsStore } from '../shared/recipient-defaults';
import { useShipFormStore } from '../shared/ship-form/ship-form';
import { comparePaths } from './error-links';

const sectionOf = (path: string): string => path.split('.')[0] ?? '';

/**
 * The fields that still need input, in the order of the screen: those with errors, and the HS codes that customs expects.
 * @param fieldErrors the errors of the draft
 */
export function fieldsToFill(fieldErrors: readonly FieldError[], { contents }: Draft, isDutiable: boolean): string[] {
	const missingCodes = contents.flatMap(({ hsCode }, index) =>
		isDutiable && hsCode === '' ? [`contents.${index}.hsCode`] : [],
	);
	return [...fieldErrors.map(({ path }) => path), ...missingCodes].sort(comparePaths);
}

/**
 * The next field to fill in after a field: in the same address if that address needs input, else after the field, else anywhere.
 * Undefined if the form is complete.
 * @param addressFields the fields of the address in their order on the screen, which depends on its country
 */
export function nextField(
	paths: readonly string[],
	current: string,
	addressFields: readonly string[] = [],
): string | undefined {
	const section = sectionOf(current);
	const positionInAddress = (path: string) => addressFields.indexOf(path.slice(section.length + 1));
	const inAddress = paths
		.filter(
			(path) => (section === 'to' || section === 'from') && sectionOf(path) === section && path !== 'to.vatNumber',
		)
		.sort((left, right) => positionInAddress(left) - positionInAddress(right));
	const isLater = (path: string) => comparePaths(path, current) > 0;
	const isLaterInAddress = (path: string) =>
		addressFields.length > 0 ? positionInAddress(path) > positionInAddress(current) : isLater(path);
	return inAddress.find(isLaterInAddress) ?? inAddress[0] ?? paths.find(isLater) ?? paths[0];
}

interface Picker {
	closeForm(): unknown;
}

/** @param focusField focuses a field by its path; opens the form of an address for that */
export function useMoveOn(
	form: Readonly<Ref<HTMLElement | null>>,
	pickers: Record<'to' | 'from', Ref<Picker | undefined>>,
	focusField: (path: string) => Promise<void>,
) {
	const ship = useShipFormStore();
	const recipientDefaults = useRecipientDefaultsStore();

	/** Moves on from a field, or from an address (`to`, `from`) or a list that was filled in as a whole. */
	async function moveOn(current: string): Promise<void> {
		const { draftErrors } = await loadFormChecks();
		const section = sectionOf(current);
		const isAddress = section === 'to' || section === 'from';
		const addressFields = isAddress
			? addressFormFields(ship.draft[section].countryCode).map(([field]) => field)
			: undefined;
		const paths = fieldsToFill(draftErrors(ship.draft), ship.draft, ship.dutiable);
		const next = nextField(paths, current, addressFields);
		if (isAddress && (!next || sectionOf(next) !== section)) await pickers[section].value?.closeForm();
		await nextTick();
		if (next) await focusField(next);
		else focusControl(form.value?.querySelector('[data-action="book"]'));
	}

	/**
	 * Moves on from a recipient that was chosen to the first field that needs input. Never to the offer to copy the last shipment: a
	 * user who types without looking would press it.
	 */
	async function moveOnFromRecipient(): Promise<void> {
		const focusedBefore = document.activeElement;
		await recipientDefaults.lookUpLastShipment();
		await nextTick();
		// The user may have gone to another field meanwhile.
		const { activeElement } = document;
		const isFocusFree =
			!activeElement ||
			activeElement === document.body ||
			activeElement === focusedBefore ||
			// The heading has the focus after a change of screen.
			activeElement.closest('[data-section="to"], h1') !== null;
		if (isFocusFree) await moveOn('to');
	}

	/**
	 * Moves on in a form that has a recipient when the screen is opened, for example from the address book. In a complete form, the
	 * focus does not move: Enter must not book a shipment that the user has only opened.
	 */
	async function moveOnFromOpening(): Promise<void> {
		const { draftErrors } = await loadFormChecks();
		if (fieldsToFill(draftErrors(ship.draft), ship.draft, ship.dutiable).length > 0) await moveOnFromRecipient();
	}

	return {
		moveOn,
		moveOnFromRecipient,
		moveOnFromOpening,

		async copyLastShipment(): Promise<void> {
			if (await recipientDefaults.copyLastShipment()) await moveOn('contents');
		},

		/** Handles Enter in a text field of the form. Enter in other controls has a meaning of its own. */
		onEnter(event: KeyboardEvent): void {
			const { target } = event;
			if (
				event.defaultPrevented ||
				event.isComposing ||
				!(target instanceof HTMLInputElement) ||
				['checkbox', 'radio'].includes(target.type)
			)
				return;
			const field = target.closest<HTMLElement>('[data-field]')?.dataset.field;
			const section = target.closest<HTMLElement>('[data-section]')?.dataset.section;
			if (!field || ship.result) return;
			// Otherwise the same Enter would press the button that receives the focus.
			event.preventDefault();
			void moveOn(section ? `${section}.${field}` : field);
		},
	};
}
