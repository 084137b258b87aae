// Starts the API reference on the page /docs. The service serves this file as it is.

/** Sets an attribute unless it has this value: the observer below would report each change again. */
function ensureAttribute(element, name, value) {
	if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Adds the names and states for screen readers that the library leaves out. */
function completeAccessibility() {
	for (const field of document.querySelectorAll('[role="combobox"]:not([aria-expanded])')) {
		ensureAttribute(field, 'aria-expanded', 'false');
		ensureAttribute(field, 'aria-label', field.dataset.placeholder ?? 'Value');
	}
	for (const button of document.querySelectorAll('button[class*="copy-button"]')) {
		ensureAttribute(button, 'aria-label', 'Copy');
		if (button.hasAttribute('aria-controls')) button.removeAttribute('aria-controls');
	}
	for (const editor of document.querySelectorAll('.cm-content')) ensureAttribute(editor, 'aria-label', 'Text');
	for (const scroller of document.querySelectorAll('.cm-scroller')) ensureAttribute(scroller, 'tabindex', '0');
	for (const notifications of document.querySelectorAll('[role="dialog"] > section[aria-live]'))
		ensureAttribute(notifications, 'aria-label', 'Notifications of the request');
	for (const card of document.querySelectorAll('.response-card[role="region"]')) card.setAttribute('role', 'group');
	for (const button of document.querySelectorAll('button[role="none"]')) button.removeAttribute('role');
}

/** While the dialog that sends a request is open, the page behind it is out of reach for the keyboard and for screen readers. */
function disablePageBehindDialog() {
	const dialog = document.querySelector('.scalar-client--open');
	for (const part of document.querySelector('.scalar-api-reference')?.children ?? [])
		part.toggleAttribute('inert', dialog !== null && !part.contains(dialog));
}

/**
 * The page's policy allows only style elements that have its nonce, and no style attributes. The library adds elements without the
 * nonce. It also sets attributes as text, which are set here as properties, because the policy allows these.
 */
function makeStylesAllowed() {
	const nonce = document.querySelector('meta[property="csp-nonce"]').content;
	const { createElement } = document;
	document.createElement = function createElementWithNonce(name, ...options) {
		const element = createElement.call(this, name, ...options);
		if (element instanceof HTMLStyleElement) element.nonce = nonce;
		return element;
	};
	const { setAttribute: setAnyAttribute } = Element.prototype;
	HTMLElement.prototype.setAttribute = function setAttributeOrStyle(name, value) {
		if (name === 'style') this.style.cssText = value;
		else setAnyAttribute.call(this, name, value);
	};
}

/** The library's grey, green and orange have too little contrast for small text, and some of its buttons are too small to tap. */
const CSS = `
.light-mode { --scalar-color-2: #4a5361; --scalar-color-3: #5b6472; --scalar-color-green: #0b6b42; --scalar-color-orange: #a33c00; --scalar-color-blue: #1d56b8; --scalar-color-red: #b3261e; --scalar-color-accent: #2450c8; --scalar-sidebar-search-color: #5b6472; }
.dark-mode { --scalar-color-2: #b9c0ca; --scalar-color-3: #9aa3af; --scalar-color-accent: #8fb0ff; --scalar-sidebar-search-color: #9aa3af; }
.hljs { --line-digits: 2; }
.property-heading button, aside button[aria-expanded] { min-width: 24px; min-height: 24px; }
`;

makeStylesAllowed();
const library = document.createElement('script');
library.src = '/docs/library.js';
library.addEventListener('load', () => {
	window.Scalar.createApiReference('#reference', {
		url: '/openapi.json',
		// The page may call this service only, under the address at which the user opened it.
		servers: [{ url: window.location.origin }],
		proxyUrl: '',
		authentication: { preferredSecurityScheme: 'partnerKey' },
		persistAuth: false,
		telemetry: false,
		agent: { disabled: true },
		mcp: { disabled: true },
		showDeveloperTools: 'never',
		hideClientButton: true,
		withDefaultFonts: false,
		hiddenClients: true,
		expandAllSchemaProperties: true,
		orderSchemaPropertiesBy: 'preserve',
		orderRequiredPropertiesFirst: false,
		documentDownloadType: 'json',
		customCss: CSS,
	});
	const observer = new MutationObserver(() => {
		completeAccessibility();
		disablePageBehindDialog();
	});
	observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
});
document.head.append(library);
