// Where the focus goes when a field is finished, when a line is added, and when the focused element disappears.

const FIELDS = 'input:not([type=hidden]), textarea, select';
const FOCUSABLE = `${FIELDS}, button, a[href], summary, [tabindex]`;
/** Parts of a screen. A lost focus stays in the innermost part that is still shown. */
const AREAS = 'section, fieldset, form, table, aside, main, [role=dialog]';
/** Number of elements that are remembered, to return the focus to the element that opened a panel. */
const MAX_REMEMBERED = 12;

const isElement = (node: unknown): node is HTMLElement => node instanceof HTMLElement;
const elementsIn = (root: ParentNode, selector: string): HTMLElement[] =>
	[...root.querySelectorAll(selector)].filter(isElement);
const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();
// `isShown` comes last because it may compute the layout of the page.
const canTakeFocus = (element: HTMLElement): boolean =>
	element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[inert]') && isShown(element);
const isEmpty = (field: HTMLElement): boolean => 'value' in field && field.value === '';

/** Focuses the first empty field in an element, or its first field if none is empty. */
export function focusEmptyField(root: HTMLElement): void {
	const fields = elementsIn(root, FIELDS).filter(canTakeFocus);
	(fields.find(isEmpty) ?? fields[0])?.focus();
}

/** Focuses the first field in an element. */
export function focusFirstField(root: HTMLElement): void {
	elementsIn(root, FIELDS).find(canTakeFocus)?.focus();
}

/** The fields after an element, in the same dialog, panel or screen. */
function fieldsAfter(element: HTMLElement): HTMLElement[] {
	const scope = element.closest('[role=dialog], aside, main') ?? document;
	return elementsIn(scope, FIELDS).filter(
		(field) => element.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_FOLLOWING && canTakeFocus(field),
	);
}

/** Focuses the next field after an element. The focus stays if there is none. */
export const focusNextField = (element: HTMLElement): void => fieldsAfter(element)[0]?.focus();

/** What is known about the focused element, in case it disappears. */
interface FocusPlace {
	element: HTMLElement;
	/** The parts of the screen around the element, innermost first. */
	areas: readonly HTMLElement[];
	/** The other elements in the order in which they take over: those after the element, then those before it, nearest first. */
	neighbours: readonly HTMLElement[];
}

function placeOf(element: HTMLElement): FocusPlace {
	const order = elementsIn(document, FOCUSABLE);
	const index = order.indexOf(element);
	const areas: HTMLElement[] = [];
	for (let area = element.closest(AREAS); area; area = area.parentElement?.closest(AREAS) ?? null)
		if (isElement(area)) areas.push(area);
	return { element, areas, neighbours: [...order.slice(index + 1), ...order.slice(0, index).reverse()] };
}

/** The heading of the screen, made focusable. From the heading, Tab goes to the first control after it, and Enter does nothing. */
function screenHeading(): HTMLElement | undefined {
	const [heading] = elementsIn(document, 'main h1').filter(isShown);
	if (heading) heading.tabIndex = -1;
	return heading;
}

/**
 * The element that gets the focus after the focused element disappeared. If the part of the screen around the focused element is
 * still shown, the nearest neighbour in that part. If the part disappeared too, such as a closed panel, the element that had the
 * focus before the panel. If another screen is shown, the heading of that screen.
 */
function successorOf({ areas, neighbours }: FocusPlace, remembered: readonly HTMLElement[]): HTMLElement | undefined {
	const shownAreas = areas.filter(isShown);
	const lostAreas = areas.filter((area) => !isShown(area));
	if (lostAreas.some((area) => area.matches('main'))) return screenHeading();
	const earlier = lostAreas.length > 0 ? remembered.filter(canTakeFocus).at(-1) : undefined;
	if (earlier) return earlier;
	for (const area of shownAreas) {
		const found =
			neighbours.find((neighbour) => area.contains(neighbour) && canTakeFocus(neighbour)) ??
			elementsIn(area, FOCUSABLE).find(canTakeFocus);
		if (found) return found;
	}
	return screenHeading();
}

/**
 * Moves the focus when the focused element disappears: without this, the browser gives the focus to the body of the page, and the
 * user would have to start again at the top. If the element is only disabled, as a button is while its action runs, it gets the
 * focus back when it is enabled.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
	/** Undefined if nothing is focused, for example because the user clicked beside the fields. */
	let place: FocusPlace | undefined;
	let remembered: HTMLElement[] = [];
	/** True while a changed field passes the focus on. Until the next element has it, the page's body is the focused element. */
	let isMoving = false;

	function onFocus({ target }: FocusEvent): void {
		if (!isElement(target)) return;
		place = placeOf(target);
		remembered = [...remembered.filter((element) => element !== target && element.isConnected), target].slice(
			-MAX_REMEMBERED,
		);
	}
	function onBlur({ target, relatedTarget }: FocusEvent): void {
		if (relatedTarget) return;
		// Some browser versions also send this event while they remove the element: wait until the change is complete.
		queueMicrotask(() => {
			const isFocusLost = place?.element === target && document.hasFocus() && document.activeElement === document.body;
			if (isFocusLost && place && canTakeFocus(place.element)) place = undefined;
		});
	}
	function onChange(): void {
		if (!place || isMoving || document.activeElement !== document.body) return;
		if (canTakeFocus(place.element)) place.element.focus();
		// An inert screen is about to be replaced.
		else if (!place.element.closest('[inert]') && !isShown(place.element)) successorOf(place, remembered)?.focus();
	}

	/** The browser sends `change` between the two elements. What it changes on the screen must not stop the move. */
	function onFieldChange(): void {
		if (document.activeElement !== document.body) return;
		isMoving = true;
		setTimeout(() => {
			isMoving = false;
			onChange();
		});
	}

	const observer = new MutationObserver(onChange);
	observer.observe(document.body, {
		childList: true,
		subtree: true,
		attributes: true,
		attributeFilter: ['disabled', 'inert', 'hidden'],
	});
	document.addEventListener('focusin', onFocus);
	document.addEventListener('focusout', onBlur);
	document.addEventListener('change', onFieldChange, { capture: true });
	return () => {
		observer.disconnect();
		document.removeEventListener('focusin', onFocus);
		document.removeEventListener('focusout', onBlur);
		document.removeEventListener('change', onFieldChange, { capture: true });
	};
}
