// A scanner is a keyboard that types faster than anybody can, and ends with Enter. Wherever the focus is, what it reads is looked up:
// a parcel's label closes the parcel, an order's number opens the order.
import { onScopeDispose, ref } from 'vue';
import { useRouter } from 'vue-router';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import type { ScanResult } from '../../src-contract/model/scan';
import { useShipFormStore } from '../features/shared/ship-form/ship-form';
import { call } from '../lib/bridge';

/** Between two letters of a scanner; people need three times as long. */
const MAX_GAP_MS = 35;
const MIN_CHARS = 4;

export interface ScanVerdictShown {
	isWrong: boolean;
	text: string;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const focusedField = (): Field | undefined => {
	const element = document.activeElement;
	return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
};

/** Ctrl with a letter or one of `[\]^_`, or the digits of a character's number with Alt, as in Alt+0029. */
const isControlCharacter = ({ key, ctrlKey, altKey }: KeyboardEvent): boolean =>
	['Control', 'Alt'].includes(key) || (ctrlKey && /^[A-Za-z@[\\\]^_]$/.test(key)) || (altKey && /^\d$/.test(key));

/** Calls back with every code that is scanned outside a field that takes codes itself (`data-takes-codes`). */
function listenToScanner(onCode: (code: string, takeBack: () => void) => void): () => void {
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
				// What was typed since the scan stays.
				typedInto.value = typedInto.value === after ? value : typedInto.value.replace(scanned, '');
				typedInto.dispatchEvent(new Event('input', { bubbles: true }));
			});
			return;
		}
		if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) {
			// Scanners hold Shift for capitals, and send control characters such as GS with Ctrl or Alt: codes are compared without
			// them. A user is not as fast.
			const isOfScanner = event.key === 'Shift' || (isFast && !event.metaKey && isControlCharacter(event));
			if (!isOfScanner) code = '';
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

function parcelVerdict({ recipient, verdict: label }: Extract<ScanResult, { kind: 'parcel' }>): ScanVerdictShown {
	switch (label.kind) {
		case 'right': {
			const { closed, scanned, pages } = label;
			const text = closed
				? t('{recipient}: the parcel is closed.', { recipient })
				: t('{recipient}: {scanned} of {pages}. Scan the next piece.', { recipient, scanned, pages });
			return { isWrong: false, text };
		}
		case 'routing':
			return {
				isWrong: true,
				text: t('This code does not identify the parcel. Scan the tracking bar code on its label.'),
			};
		case 'shared':
			return { isWrong: true, text: sharedCodeText() };
		default:
			return {
				isWrong: true,
				text: t('STOP: the label for {recipient} was scanned before. Is the same label on two boxes?', { recipient }),
			};
	}
}
const sharedCodeText = () => t('This code stands on several labels. Scan the code that is the parcel’s own.');

export function useScanner() {
	const router = useRouter();
	const ship = useShipFormStore();
	const verdict = ref<ScanVerdictShown>();
	const show = (text: string, isWrong = false) => {
		verdict.value = { text, isWrong };
	};

	async function openOrder(found: Extract<ScanResult, { kind: 'row' | 'draft' }>): Promise<void> {
		const known =
			found.kind === 'row'
				? { mending: { batchId: found.batchId, position: found.position, row: found.row } }
				: { keptId: found.shipmentId };
		if (!ship.holds(known)) {
			const composition =
				found.kind === 'row'
					? await call('batches.draft', { id: found.batchId, position: found.position })
					: (await call('shipments.get', { id: found.shipmentId })).composition;
			if (!(await ship.putAside())) {
				show(ship.error, true);
				return;
			}
			// Nothing is waited for between the two: what is typed into the emptied form would be lost.
			ship.load(composition, known);
		}
		await router.push({ name: 'ship' });
	}

	async function lookUp(code: string, takeBack: () => void): Promise<void> {
		try {
			const found = await call('scans.lookUp', { text: code });
			// What stands for nothing known stays where it was typed: it may be meant for that field.
			if (found.kind !== 'notFound') takeBack();
			switch (found.kind) {
				case 'parcel':
					verdict.value = parcelVerdict(found);
					break;
				case 'shared':
					show(sharedCodeText(), true);
					break;
				case 'sent':
					show(t('{code} was sent before, to {recipient}.', { code, recipient: found.recipient }), true);
					await router.push({ name: 'shipments', params: { id: found.shipmentId } });
					break;
				case 'row':
				case 'draft':
					await openOrder(found);
					break;
				case 'notFound':
					show(t('No order and no parcel of this desk has the code {code}.', { code }), true);
			}
		} catch (error) {
			show(errorMessage(error), true);
		}
	}

	/** One scan after another: the notice on the screen is of the label that was scanned last. */
	const scans = createMutex();
	onScopeDispose(
		listenToScanner((code, takeBack) => {
			void scans.runExclusive(() => lookUp(code, takeBack));
		}),
	);
	return { verdict };
}
