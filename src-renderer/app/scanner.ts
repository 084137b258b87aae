// Detects barcode scanners, which act as keyboards that type very fast and end with Enter. A scan works wherever the focus
// is: the code of a parcel label verifies the parcel, an order number opens Pack, a reference its draft or sent shipment, and the bar
// code of an item opens the item. A screen that handles scans itself receives them instead (see lib/scans.ts).
import { onScopeDispose, ref } from 'vue';
import { useRouter } from 'vue-router';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import { isBadgeCode } from '../../src-contract/model/people';
import type { ScanResult } from '../../src-contract/model/scan';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { call } from '../lib/bridge';
import { onLanguageChange } from '../lib/language-change';
import { currentScanHandler } from '../lib/scans';

/** Maximum time between two characters of a scanner. A fast typist needs about three times as long. */
const MAX_GAP_MS = 35;
/** Shorter input that ends with Enter is not taken for a scan. */
const MIN_CODE_CHARS = 4;
/** The same on a screen that handles scans itself, where labels of shelves and totes have short codes. */
const MIN_HANDLED_CODE_CHARS = 3;
/** A code of a scanner that sends no Enter, on a screen that handles scans itself: its length, and the silence after it. */
const MIN_CODE_WITHOUT_ENTER_CHARS = 6;
const MAX_WAIT_FOR_ENTER_MS = 120;
/** An Enter so soon after a code belongs to the scanner: some send two, as CR and LF, and some send it late. */
const REPEATED_ENTER_MS = 500;
/** Separates the fields of a GS1 code. */
const GS = '\u001d';

export interface ScanMessage {
	/** True unless the scan verified a label. */
	isError: boolean;
	/** The parcel must not leave the desk: the notice stays until the user closes it. */
	isStop?: boolean;
	text: string;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const focusedField = (): Field | undefined => {
	const element = document.activeElement;
	return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
};

/**
 * True for the keys with which a scanner sends a control character: Ctrl with a letter or one of `@[\]^_`, or Alt with the
 * digits of a character code, as in Alt+0029. True also for the Ctrl and Alt keys themselves.
 */
const isControlCharacterKey = ({ key, ctrlKey, altKey }: KeyboardEvent): boolean =>
	['Control', 'Alt'].includes(key) || (ctrlKey && /^[A-Za-z@[\\\]^_]$/.test(key)) || (altKey && /^\d$/.test(key));

/** True for the keys with which a scanner sends GS as Ctrl ]. The other way is Alt 0029, see `altDigits`. */
const isSeparatorKey = ({ key, ctrlKey, altKey }: KeyboardEvent): boolean => ctrlKey && !altKey && key === ']';

interface ScannedCode {
	/** Without control characters. */
	code: string;
	/** With GS between the fields. */
	codeWithSeparators: string;
	/** Removes the code from the field that the scanner typed into. */
	removeFromField: () => void;
}

/**
 * Calls `onCode` for every scanned code, unless the focused field handles scans itself (`data-takes-codes`).
 * @param isHandled whether the visible screen handles scans itself: then codes without Enter, and with Tab instead, are taken too
 * @returns a function that stops listening
 */
function listenToScanner(onCode: (scan: ScannedCode) => void, isHandled: () => boolean): () => void {
	/** Characters typed so far that may belong to a scan. */
	let code = '';
	let codeWithSeparators = '';
	/** Digits typed while Alt is held: the code of a control character. */
	let altDigits = '';
	let lastKeyAt = Number.NEGATIVE_INFINITY;
	let lastCodeAt = Number.NEGATIVE_INFINITY;
	/** The field that has received the characters of `code`, if any, and its value before them. */
	let field: Field | undefined;
	let valueBeforeCode = '';
	let enterTimer: ReturnType<typeof setTimeout> | undefined;

	function clearCode(): void {
		code = '';
		codeWithSeparators = '';
		altDigits = '';
	}
	function takeCode(): void {
		const [scannedCode, scannedField, valueBeforeScan, valueAfterScan] = [code, field, valueBeforeCode, field?.value];
		const taken = codeWithSeparators;
		clearCode();
		onCode({
			code: scannedCode,
			codeWithSeparators: taken,
			removeFromField() {
				if (!scannedField) return;
				// If the user has typed since the scan, remove only the code.
				scannedField.value =
					scannedField.value === valueAfterScan ? valueBeforeScan : scannedField.value.replace(scannedCode, '');
				scannedField.dispatchEvent(new Event('input', { bubbles: true }));
			},
		});
	}
	function addSeparator(): void {
		if (code !== '' && !codeWithSeparators.endsWith(GS)) codeWithSeparators += GS;
	}
	function addControlCharacter(event: KeyboardEvent): void {
		if (isSeparatorKey(event)) addSeparator();
		else if (event.altKey && /^\d$/.test(event.key)) altDigits = (altDigits + event.key).slice(-4);
		if (Number(altDigits) === GS.charCodeAt(0)) {
			altDigits = '';
			addSeparator();
		}
	}
	const stop = (event: KeyboardEvent) => {
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	function onEndOfCode(event: KeyboardEvent, isFast: boolean): void {
		const isScan = isFast && code.length >= (isHandled() ? MIN_HANDLED_CODE_CHARS : MIN_CODE_CHARS);
		// A badge signs in from every field.
		if (!isScan || event.ctrlKey || (field?.dataset.takesCodes && !isBadgeCode(code))) {
			const isRepeated = isHandled() && code === '' && event.timeStamp - lastCodeAt < REPEATED_ENTER_MS;
			clearCode();
			if (isRepeated && event.key === 'Enter' && !event.ctrlKey) stop(event);
			return;
		}
		stop(event);
		lastCodeAt = event.timeStamp;
		takeCode();
	}
	/** Takes the code if neither a character nor Enter follows. */
	function waitForEnter({ timeStamp, repeat }: KeyboardEvent): void {
		// A held key repeats as fast as a scanner types.
		if (repeat || !isHandled() || code.length < MIN_CODE_WITHOUT_ENTER_CHARS || field?.dataset.takesCodes) return;
		enterTimer = setTimeout(() => {
			if (!isHandled()) return;
			lastCodeAt = timeStamp + MAX_WAIT_FOR_ENTER_MS;
			takeCode();
		}, MAX_WAIT_FOR_ENTER_MS);
	}

	function onKey(event: KeyboardEvent): void {
		const isFast = event.timeStamp - lastKeyAt < MAX_GAP_MS;
		lastKeyAt = event.timeStamp;
		clearTimeout(enterTimer);
		if (event.key === 'Enter' || (event.key === 'Tab' && isHandled())) {
			onEndOfCode(event, isFast);
			return;
		}
		if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) {
			// These keys do not end a scan: scanners hold Shift for capitals, and send control characters such as GS with Ctrl or Alt,
			// faster than a user would. Codes are compared without the control characters; only the fields of a GS1 code need GS.
			const isScannerKey = event.key === 'Shift' || (isFast && !event.metaKey && isControlCharacterKey(event));
			if (isScannerKey) addControlCharacter(event);
			else {
				clearCode();
				// An Enter after a key of the user is the user's.
				lastCodeAt = Number.NEGATIVE_INFINITY;
			}
			return;
		}
		if (!isFast || code === '') {
			clearCode();
			field = focusedField();
			valueBeforeCode = field?.value ?? '';
		}
		altDigits = '';
		code += event.key;
		codeWithSeparators += event.key;
		waitForEnter(event);
	}

	window.addEventListener('keydown', onKey, { capture: true });
	return () => {
		clearTimeout(enterTimer);
		window.removeEventListener('keydown', onKey, { capture: true });
	};
}

function parcelMessage({ verdict, ...parcel }: Extract<ScanResult, { kind: 'parcel' }>): ScanMessage {
	// A recipient may get several parcels on a day.
	const recipient = [parcel.recipient, parcel.reference].filter(Boolean).map(isolateBidi).join(' · ');
	switch (verdict.kind) {
		case 'right': {
			const { isVerified, scanned, pages } = verdict;
			const text = isVerified
				? t('{recipient}: label OK, parcel verified.', { recipient })
				: t('{recipient}: label {scanned} of {pages} OK. Scan the next label.', { recipient, scanned, pages });
			return { isError: false, text };
		}
		case 'routing':
			return {
				isError: true,
				text: t('This barcode does not identify the parcel. Scan the tracking barcode on its label.'),
			};
		case 'wholeShipment':
			return {
				isError: true,
				text: t('This is the number of the whole shipment. Scan the bar code of each label.'),
			};
		case 'ambiguous':
			return { isError: true, text: sharedCodeText() };
		default:
			// Scanned before. The verdict `wrong` does not occur here, because the shipment was found by this code.
			return {
				isError: true,
				isStop: true,
				text: t('STOP: the label for {recipient} was already scanned. Is the same label on two boxes?', { recipient }),
			};
	}
}
const sharedCodeText = () => t('Several labels have this barcode. Scan another barcode on this label.');

export function useScanner() {
	const router = useRouter();
	const ship = useShipFormStore();
	const scanMessage = ref<ScanMessage>();
	// The message cannot be translated again.
	onLanguageChange(() => {
		scanMessage.value = undefined;
	});
	const showError = (text: string) => {
		scanMessage.value = { text, isError: true };
	};

	async function openDraft(shipmentId: number): Promise<void> {
		const target = { savedDraftId: shipmentId };
		if (!ship.isEditing(target)) {
			const { draft } = await call('shipments.get', { id: shipmentId });
			if (!(await ship.saveBeforeReplacing())) {
				showError(ship.error);
				return;
			}
			// No await between saving and loading: input typed into the cleared form would be lost.
			ship.load(draft, target);
		}
		await router.push({ name: 'ship' });
	}

	async function lookUp(code: string, removeFromField: () => void): Promise<void> {
		try {
			const scanResult = await call('scans.lookUp', { text: code });
			// An unknown code stays in the field, because it may be meant for that field.
			if (scanResult.kind !== 'notFound') removeFromField();
			switch (scanResult.kind) {
				case 'parcel':
					scanMessage.value = parcelMessage(scanResult);
					// Its result shows how many of its labels are verified.
					if (ship.result?.id === scanResult.shipmentId) {
						// The scan is recorded, also if the result cannot be read again.
						const shipment = await call('shipments.get', { id: scanResult.shipmentId }).catch(() => undefined);
						if (shipment && ship.result?.id === shipment.id) ship.result = shipment;
					}
					break;
				case 'severalShipments':
					showError(sharedCodeText());
					break;
				case 'voided':
					scanMessage.value = {
						isError: true,
						isStop: true,
						text: t('STOP: the label for {recipient} is void. Take it off the parcel and destroy it.', {
							recipient: isolateBidi(scanResult.recipient),
						}),
					};
					break;
				case 'shipment':
					showError(t('{code} already has a shipment, to {recipient}.', { code, recipient: scanResult.recipient }));
					await router.push({ name: 'shipments', params: { id: scanResult.shipmentId } });
					break;
				case 'order':
					scanMessage.value = undefined;
					await router.push({ name: 'pack', query: { code } });
					break;
				case 'draft':
					await openDraft(scanResult.shipmentId);
					break;
				case 'item':
					scanMessage.value = undefined;
					await router.push({ name: 'items', params: { id: scanResult.itemId } });
					break;
				case 'notFound':
					showError(t('"{code}" not found at this desk', { code }));
			}
		} catch (error) {
			showError(errorMessage(error));
		}
	}

	async function signIn(code: string): Promise<void> {
		try {
			await call('people.signInByBadge', { code });
			scanMessage.value = undefined;
		} catch (error) {
			showError(errorMessage(error));
		}
	}

	/** Scans are processed one at a time, so that the notice on the screen belongs to the latest scan. */
	const scanMutex = createMutex();
	onScopeDispose(
		listenToScanner(
			({ code, codeWithSeparators, removeFromField }) => {
				const handle = currentScanHandler();
				if (isBadgeCode(code)) {
					removeFromField();
					void scanMutex.runExclusive(() => signIn(code));
				} else if (handle) {
					removeFromField();
					handle(codeWithSeparators);
				} else void scanMutex.runExclusive(() => lookUp(code, removeFromField));
			},
			() => currentScanHandler() !== undefined,
		),
	);
	return { scanMessage };
}
