// Detects barcode scanners, which act as keyboards that type very fast and end with Enter. A scan works wherever the focus
// is: the code of a parcel label verifies the parcel, a reference opens its batch row, draft or sent shipment, and the bar code of an
// item opens the item.
import { onScopeDispose, ref } from 'vue';
import { useRouter } from 'vue-router';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import type { ScanResult } from '../../src-contract/model/scan';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { call } from '../lib/bridge';
import { onLanguageChange } from '../lib/language-change';

/** Maximum time between two characters of a scanner. A fast typist needs about three times as long. */
const MAX_GAP_MS = 35;
/** Shorter input that ends with Enter is not taken for a scan. */
const MIN_CODE_CHARS = 4;

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

/**
 * Calls `onCode` for every scanned code, unless the focused field handles scans itself (`data-takes-codes`).
 * @param onCode called with the code, and with a function that removes the code from the field that the scanner typed into
 * @returns a function that stops listening
 */
function listenToScanner(onCode: (code: string, removeFromField: () => void) => void): () => void {
	/** Characters typed so far that may belong to a scan. */
	let code = '';
	let lastKeyAt = Number.NEGATIVE_INFINITY;
	/** The field that has received the characters of `code`, if any, and its value before them. */
	let field: Field | undefined;
	let valueBeforeCode = '';

	function onKey(event: KeyboardEvent): void {
		const isFast = event.timeStamp - lastKeyAt < MAX_GAP_MS;
		lastKeyAt = event.timeStamp;
		if (event.key === 'Enter') {
			const scannedCode = code;
			code = '';
			if (!isFast || scannedCode.length < MIN_CODE_CHARS || event.ctrlKey || field?.dataset.takesCodes) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			const [scannedField, valueBeforeScan, valueAfterScan] = [field, valueBeforeCode, field?.value];
			onCode(scannedCode, () => {
				if (!scannedField) return;
				// If the user has typed since the scan, remove only the code.
				scannedField.value =
					scannedField.value === valueAfterScan ? valueBeforeScan : scannedField.value.replace(scannedCode, '');
				scannedField.dispatchEvent(new Event('input', { bubbles: true }));
			});
			return;
		}
		if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) {
			// These keys do not end a scan: scanners hold Shift for capitals, and send control characters such as GS with Ctrl or Alt,
			// faster than a user would. The control characters are not added to the code, because codes are compared without them.
			const isScannerKey = event.key === 'Shift' || (isFast && !event.metaKey && isControlCharacterKey(event));
			if (!isScannerKey) code = '';
			return;
		}
		if (!isFast || code === '') {
			code = '';
			field = focusedField();
			valueBeforeCode = field?.value ?? '';
		}
		code += event.key;
	}

	window.addEventListener('keydown', onKey, { capture: true });
	return () => window.removeEventListener('keydown', onKey, { capture: true });
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

	async function openOrder(scanResult: Extract<ScanResult, { kind: 'row' | 'draft' }>): Promise<void> {
		const target =
			scanResult.kind === 'row'
				? {
						editedRow: {
							batchId: scanResult.batchId,
							position: scanResult.position,
							rowNumbers: scanResult.rowNumbers,
						},
					}
				: { savedDraftId: scanResult.shipmentId };
		if (!ship.isEditing(target)) {
			const draft =
				scanResult.kind === 'row'
					? await call('batches.draft', { id: scanResult.batchId, position: scanResult.position })
					: (await call('shipments.get', { id: scanResult.shipmentId })).draft;
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
				case 'shipment':
					showError(t('{code} already has a shipment, to {recipient}.', { code, recipient: scanResult.recipient }));
					await router.push({ name: 'shipments', params: { id: scanResult.shipmentId } });
					break;
				case 'row':
				case 'draft':
					await openOrder(scanResult);
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

	/** Scans are processed one at a time, so that the notice on the screen belongs to the latest scan. */
	const scanMutex = createMutex();
	onScopeDispose(
		listenToScanner((code, removeFromField) => {
			void scanMutex.runExclusive(() => lookUp(code, removeFromField));
		}),
	);
	return { scanMessage };
}
