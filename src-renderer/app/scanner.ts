// Detects barcode scanners, which act as keyboards that type very fast and end with Enter. A scanned code is looked up
// wherever the focus is: a parcel label verifies the parcel, an order number opens the order.
import { onScopeDispose, ref } from 'vue';
import { useRouter } from 'vue-router';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import type { ScanResult } from '../../src-contract/model/scan';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { call } from '../lib/bridge';

/** Maximum gap between two characters of a scanner. People need about three times as long. */
const MAX_GAP_MS = 35;
const MIN_CHARS = 4;

export interface ScanMessage {
	isWrong: boolean;
	text: string;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const focusedField = (): Field | undefined => {
	const element = document.activeElement;
	return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
};

/** True for Ctrl with a letter or one of `[\]^_`, and for Alt with a digit, as in Alt+0029 for a character code. */
const isControlCharacter = ({ key, ctrlKey, altKey }: KeyboardEvent): boolean =>
	['Control', 'Alt'].includes(key) || (ctrlKey && /^[A-Za-z@[\\\]^_]$/.test(key)) || (altKey && /^\d$/.test(key));

/**
 * Calls `onCode` for every code scanned outside a field that takes codes itself (`data-takes-codes`).
 * @param onCode gets the code and `removeFromField`, which removes it from the field that it was typed into
 * @returns a function that stops listening
 */
function listenToScanner(onCode: (code: string, removeFromField: () => void) => void): () => void {
	let code = '';
	let lastAt = Number.NEGATIVE_INFINITY;
	let field: Field | undefined;
	let before = '';

	function onKey(event: KeyboardEvent): void {
		const isFast = event.timeStamp - lastAt < MAX_GAP_MS;
		lastAt = event.timeStamp;
		if (event.key === 'Enter') {
			const scanned = code;
			code = '';
			if (!isFast || scanned.length < MIN_CHARS || event.ctrlKey || field?.dataset.takesCodes) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			const [typedInto, value, after] = [field, before, field?.value];
			onCode(scanned, () => {
				if (!typedInto) return;
				// Keep what the user typed after the scan.
				typedInto.value = typedInto.value === after ? value : typedInto.value.replace(scanned, '');
				typedInto.dispatchEvent(new Event('input', { bubbles: true }));
			});
			return;
		}
		if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) {
			// Scanners hold Shift for capitals and send control characters such as GS with Ctrl or Alt. Codes are compared without
			// them. People do not type this fast.
			const isScannerKey = event.key === 'Shift' || (isFast && !event.metaKey && isControlCharacter(event));
			if (!isScannerKey) code = '';
			return;
		}
		if (!isFast || code === '') {
			code = '';
			field = focusedField();
			before = field?.value ?? '';
		}
		code += event.key;
	}

	window.addEventListener('keydown', onKey, { capture: true });
	return () => window.removeEventListener('keydown', onKey, { capture: true });
}

function parcelVerdict({ recipient, verdict: label }: Extract<ScanResult, { kind: 'parcel' }>): ScanMessage {
	switch (label.kind) {
		case 'right': {
			const { closed, scanned, pages } = label;
			const text = closed
				? t('{recipient}: label OK, parcel verified.', { recipient })
				: t('{recipient}: label {scanned} of {pages} OK. Scan the next label.', { recipient, scanned, pages });
			return { isWrong: false, text };
		}
		case 'routing':
			return {
				isWrong: true,
				text: t('This barcode does not identify the parcel. Scan the tracking barcode on its label.'),
			};
		case 'shared':
			return { isWrong: true, text: sharedCodeText() };
		default:
			return {
				isWrong: true,
				text: t('STOP: the label for {recipient} was already scanned. Is the same label on two boxes?', { recipient }),
			};
	}
}
const sharedCodeText = () => t('Several labels have this barcode. Scan the parcel’s own tracking barcode.');

export function useScanner() {
	const router = useRouter();
	const ship = useShipFormStore();
	const verdict = ref<ScanMessage>();
	const show = (text: string, isWrong = false) => {
		verdict.value = { text, isWrong };
	};

	async function openOrder(found: Extract<ScanResult, { kind: 'row' | 'draft' }>): Promise<void> {
		const target =
			found.kind === 'row'
				? { editedRow: { batchId: found.batchId, position: found.position, row: found.row } }
				: { savedDraftId: found.shipmentId };
		if (!ship.isEditing(target)) {
			const composition =
				found.kind === 'row'
					? await call('batches.draft', { id: found.batchId, position: found.position })
					: (await call('shipments.get', { id: found.shipmentId })).composition;
			if (!(await ship.saveBeforeReplacing())) {
				show(ship.error, true);
				return;
			}
			// No await between saving and loading: input typed into the cleared form would be lost.
			ship.load(composition, target);
		}
		await router.push({ name: 'ship' });
	}

	async function lookUp(code: string, removeFromField: () => void): Promise<void> {
		try {
			const found = await call('scans.lookUp', { text: code });
			// An unknown code stays in the field, because it may be meant for that field.
			if (found.kind !== 'notFound') removeFromField();
			switch (found.kind) {
				case 'parcel':
					verdict.value = parcelVerdict(found);
					break;
				case 'shared':
					show(sharedCodeText(), true);
					break;
				case 'sent':
					show(t('{code} was already sent, to {recipient}.', { code, recipient: found.recipient }), true);
					await router.push({ name: 'shipments', params: { id: found.shipmentId } });
					break;
				case 'row':
				case 'draft':
					await openOrder(found);
					break;
				case 'notFound':
					show(t('"{code}" not found at this desk', { code }), true);
			}
		} catch (error) {
			show(errorMessage(error), true);
		}
	}

	/** Scans are processed one at a time, so that the notice on the screen belongs to the latest one. */
	const scans = createMutex();
	onScopeDispose(
		listenToScanner((code, removeFromField) => {
			void scans.runExclusive(() => lookUp(code, removeFromField));
		}),
	);
	return { verdict };
}
