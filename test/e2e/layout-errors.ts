// Layout errors of the page that is shown, found by the boxes of its texts and controls.
import type { Page } from '@playwright/test';

export const layoutErrors = (page: Page): Promise<string[]> => page.evaluate(findLayoutErrors);

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}
/** A text or control, with the part of its box that is visible at the current scroll positions. */
interface Part {
	element: Element;
	name: string;
	box: Box;
}

/**
 * Runs in the page, so it uses nothing from outside itself. If a dialog is open, only the dialog is checked. Finds:
 * - texts and controls that are cut off by an element or by the window, and cannot be scrolled to. A text that ends with an ellipsis
 *   must show its full text as a title.
 * - texts and controls that extend beyond the border or background of the element that they are in
 * - texts and controls that overlap each other
 * - controls smaller than 24 × 24 px, scrolling areas that are too low to read a line, and screens that scroll horizontally
 * - fields whose number, placeholder or selected choice is wider than the field
 */
function findLayoutErrors(): string[] {
	const MIN_CONTROL_PX = 23.5;
	const MIN_SCROLLING_AREA_PX = 40;
	const TOLERANCE_PX = 1.5;
	/** Overlap that counts as an error. Borders of neighbours may lie on each other. */
	const MIN_OVERLAP_PX = 2.5;
	/** Share of the height of a line above and below its characters: it may be cut off, and may overlap. */
	const LINE_GAP = 0.25;
	/** Width of the arrow of a select element. */
	const ARROW_PX = 16;
	const CONTROLS =
		'a[href], button, input, select, textarea, summary, [role=button], [role=option], [tabindex]:not([tabindex="-1"])';
	const errors = new Set<string>();
	const canvas = document.createElement('canvas').getContext('2d');
	const windowBox: Box = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };

	const styles = new Map<Element, CSSStyleDeclaration>();
	const styleOf = (element: Element): CSSStyleDeclaration => {
		const style = styles.get(element) ?? getComputedStyle(element);
		styles.set(element, style);
		return style;
	};
	const describe = (element: Element, text = ''): string => {
		const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent ?? '';
		const shortName = (text || name).replace(/\s+/g, ' ').trim().slice(0, 50);
		const classes = (element.getAttribute('class') ?? '').split(' ').slice(0, 4).join('.');
		return `"${shortName}" (${element.localName}${classes && `.${classes}`})`;
	};
	/** Hidden from view on purpose, for screen readers only. */
	const isForScreenReaders = (element: Element): boolean => {
		const { width, height } = element.getBoundingClientRect();
		return width <= 1 && height <= 1 && styleOf(element).position === 'absolute';
	};
	/** Visible with a border, background or shadow of its own, which its content should not exceed. */
	const looksLikeBox = (style: CSSStyleDeclaration): boolean =>
		style.display !== 'inline' &&
		((style.borderLeftWidth !== '0px' && style.borderRightWidth !== '0px') ||
			!/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(style.backgroundColor));
	/** A shortened text has its full text as a title. Rows of long lists set the title when the pointer is over them. */
	const isExplained = (element: Element): boolean => element.closest('[title], [role=row]') !== null;
	const exceeds = (box: Box, limits: Box, toleranceY: number): boolean =>
		box.left < limits.left - TOLERANCE_PX ||
		box.right > limits.right + TOLERANCE_PX ||
		box.top < limits.top - toleranceY ||
		box.bottom > limits.bottom + toleranceY;
	const intersection = (one: Box, other: Box): Box => ({
		left: Math.max(one.left, other.left),
		top: Math.max(one.top, other.top),
		right: Math.min(one.right, other.right),
		bottom: Math.min(one.bottom, other.bottom),
	});

	/**
	 * Checks a box against all elements around it.
	 * @returns its visible part, or undefined if it is hidden on purpose
	 */
	function checkBox(element: Element, box: Box, name: string, isText: boolean): Box | undefined {
		const toleranceY = isText ? (box.bottom - box.top) * LINE_GAP : TOLERANCE_PX;
		let visible = box;
		/** What must fit into the next element outwards: the box, or the scrolling area that it can be scrolled into. */
		let needed = intersection(box, box);
		let isBoxFound = false;
		let isPositioned = !isText && styleOf(element).position === 'absolute';
		const start = isText ? element : element.parentElement;
		for (let around = start; around && around !== document.body; around = around.parentElement) {
			const style = styleOf(around);
			if (style.display === 'contents') continue;
			// Elements between a positioned element and its containing block do not clip it.
			if (isPositioned && style.position === 'static' && style.transform === 'none') continue;
			if (isForScreenReaders(around)) return undefined;
			isPositioned = style.position === 'absolute';
			const isFloating = /absolute|fixed/.test(style.position);
			const outer = around.getBoundingClientRect();
			const isClippedX = style.overflowX !== 'visible';
			const isClippedY = style.overflowY !== 'visible';
			if (!isBoxFound && !isClippedX && !isClippedY && looksLikeBox(style)) {
				isBoxFound = true;
				if (exceeds(needed, outer, toleranceY))
					errors.add(`extends beyond ${describe(around, around.localName)}: ${name}`);
			}
			// Floating elements may extend beyond the box that they are in.
			if (isFloating) isBoxFound = true;
			if (isClippedX || isClippedY) {
				const left = outer.left + around.clientLeft;
				const top = outer.top + around.clientTop;
				const inner: Box = { left, top, right: left + around.clientWidth, bottom: top + around.clientHeight };
				if (isClippedX) {
					const isTooWide = needed.left < inner.left - TOLERANCE_PX || needed.right > inner.right + TOLERANCE_PX;
					const isShortened = style.textOverflow === 'ellipsis' && around.scrollWidth > around.clientWidth;
					if (isShortened) {
						if (!isExplained(around)) errors.add(`shortened without a title: ${name}`);
						if (around.clientWidth < MIN_CONTROL_PX) errors.add(`shortened to nothing: ${name}`);
						needed = { ...needed, left: inner.left, right: inner.right };
					} else if (isTooWide) {
						const isScrollable = /auto|scroll/.test(style.overflowX);
						const isWideTable = around.matches('.overflow-x-auto, .overflow-auto');
						if (isScrollable && !isWideTable) errors.add(`needs horizontal scrolling: ${name}`);
						if (!isScrollable) errors.add(`cut off at the side by ${describe(around, around.localName)}: ${name}`);
						needed = { ...needed, left: inner.left, right: inner.right };
					}
				}
				if (isClippedY) {
					const isScrollable = /auto|scroll/.test(style.overflowY) && around.scrollHeight > around.clientHeight;
					const isShortened = style.webkitLineClamp !== 'none' && around.scrollHeight > around.clientHeight;
					if (isScrollable || isShortened) {
						if (isShortened && !isExplained(around)) errors.add(`shortened without a title: ${name}`);
						if (isScrollable && around.clientHeight < Math.min(MIN_SCROLLING_AREA_PX, around.scrollHeight))
							errors.add(`only ${around.clientHeight} px high, and scrolls: ${describe(around, around.localName)}`);
						if (needed.top - inner.top + around.scrollTop < -toleranceY)
							errors.add(`above the start of its scrolling area: ${name}`);
						needed = { ...needed, top: inner.top, bottom: inner.bottom };
					} else if (needed.top < inner.top - toleranceY || needed.bottom > inner.bottom + toleranceY) {
						errors.add(`cut off in height by ${describe(around, around.localName)}: ${name}`);
						needed = { ...needed, top: inner.top, bottom: inner.bottom };
					}
				}
				visible = intersection(visible, {
					left: isClippedX ? inner.left : visible.left,
					right: isClippedX ? inner.right : visible.right,
					top: isClippedY ? inner.top : visible.top,
					bottom: isClippedY ? inner.bottom : visible.bottom,
				});
			}
			if (style.position === 'fixed') break;
		}
		if (exceeds(needed, windowBox, toleranceY)) errors.add(`outside the window: ${name}`);
		return intersection(visible, windowBox);
	}

	function checkFieldText(field: Element, name: string): void {
		if (!canvas) return;
		const style = styleOf(field);
		const isNumber = field instanceof HTMLInputElement && field.type === 'number';
		const isTextField = field instanceof HTMLInputElement && /^(text|search|password|email|tel|url)$/.test(field.type);
		let text = '';
		if (isNumber) text = field.value || field.placeholder;
		// A long text that the user typed scrolls within its field.
		else if (isTextField && field.value === '') text = field.placeholder;
		else if (field instanceof HTMLSelectElement) text = field.selectedOptions[0]?.text ?? '';
		// The shorthand `font` is empty, because the page sets OpenType features.
		canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
		canvas.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
		const arrowPx = field instanceof HTMLSelectElement ? ARROW_PX : 0;
		const roomPx =
			field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrowPx;
		const missingPx = Math.round(canvas.measureText(text).width - roomPx);
		if (missingPx > 1 && !field.closest('[title]')) errors.add(`text "${text}" is ${missingPx} px too wide: ${name}`);
	}

	/** A field without its padding, which may hold an icon, a unit or a button. */
	function withoutPadding(control: Element, box: Box): Box {
		if (!(control instanceof HTMLInputElement)) return box;
		const { paddingLeft, paddingRight } = styleOf(control);
		return {
			...box,
			left: box.left + Number.parseFloat(paddingLeft),
			right: box.right - Number.parseFloat(paddingRight),
		};
	}

	const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
	const scope = dialogs[dialogs.length - 1] ?? document.body;
	const isShown = (element: Element): boolean =>
		element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[inert], svg');
	const parts: Part[] = [];

	for (const control of scope.querySelectorAll(CONTROLS)) {
		if (!isShown(control) || control.closest('[aria-hidden=true]')) continue;
		const isTick = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
		// A click on the label works like a click on the check box or radio button.
		const element = (isTick && control.closest('label')) || control;
		if (isForScreenReaders(element)) continue;
		const box = element.getBoundingClientRect();
		const name = describe(control, isTick ? (element.textContent ?? '') : '');
		const isInText = styleOf(element).display === 'inline';
		if (!isInText && (box.width < MIN_CONTROL_PX || box.height < MIN_CONTROL_PX))
			errors.add(`only ${box.width.toFixed(1)} × ${box.height.toFixed(1)} px: ${name}`);
		const visible = checkBox(element, box, name, false);
		if (visible) parts.push({ element, name, box: withoutPadding(control, visible) });
		checkFieldText(control, name);
	}

	const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const element = node.parentElement;
		if (!element || !node.textContent?.trim()) continue;
		if (!isShown(element) || element.closest('select, option, datalist, script, style')) continue;
		range.selectNodeContents(node);
		const name = describe(element, node.textContent);
		for (const line of range.getClientRects()) {
			if (line.width < 1 || line.height < 1) continue;
			const visible = checkBox(element, line, name, true);
			const gap = line.height * LINE_GAP;
			// Units and icons are drawn over their field on purpose, beside its text.
			if (visible && styleOf(element).pointerEvents !== 'none')
				parts.push({
					element,
					name,
					box: intersection(visible, { ...visible, top: line.top + gap, bottom: line.bottom - gap }),
				});
		}
	}

	/** Floating elements, such as notices and lists of suggestions, cover others on purpose. */
	const layers = new Map<Element, Element>();
	function layerOf(element: Element): Element {
		const known = layers.get(element);
		if (known) return known;
		const { position, zIndex } = styleOf(element);
		const isLayer = position === 'sticky' || (/absolute|fixed/.test(position) && zIndex !== 'auto');
		const parent = element.parentElement;
		const layer = isLayer || !parent ? element : layerOf(parent);
		layers.set(element, layer);
		return layer;
	}
	const sizedParts = parts
		.filter(({ box }) => box.right - box.left > MIN_OVERLAP_PX && box.bottom - box.top > MIN_OVERLAP_PX)
		.sort((one, other) => one.box.top - other.box.top);
	for (const [index, one] of sizedParts.entries())
		for (const other of sizedParts.slice(index + 1)) {
			if (other.box.top > one.box.bottom) break;
			const { left, top, right, bottom } = intersection(one.box, other.box);
			if (right - left < MIN_OVERLAP_PX || bottom - top < MIN_OVERLAP_PX) continue;
			if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
			if (layerOf(one.element) === layerOf(other.element)) errors.add(`overlap: ${one.name} and ${other.name}`);
		}
	return [...errors];
}
