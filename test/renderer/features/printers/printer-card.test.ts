// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reactive } from 'vue';
import { type PrinterStatus, printerSchema } from '../../../../src-contract/model/print';
import PrinterCard from '../../../../src-renderer/features/printers/PrinterCard.vue';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';

let bridge: TestBridge;
let status: PrinterStatus;
let card: Mounted;
function show(resolutionsDpi: number[] | undefined): void {
	const device = { driver: 'zpl', connection: 'tcp://127.0.0.1:9100' };
	const printer = printerSchema.parse({ id: 'one', name: 'Zebra', stock: '4x6', dpi: 203, device });
	status = reactive({ printer, condition: 'ready', message: '', proof: null, fallbackPrinterId: null, resolutionsDpi });
	const changed = ([next]: PrinterStatus[]) => Object.assign(status, next);
	card = mount(freshPinia(), PrinterCard, () => ({ status, savedPrinters: [], onChanged: changed }));
}
beforeEach(() => {
	bridge = installBridge();
});
afterEach(unmountAll);
const warning = () => card.findAll('[role=alert]').map(({ textContent }) => textContent);

it('warns when the resolution of the printer differs from its profile, and applies it with one click', async () => {
	show([300]);
	expect(warning()[0]).toContain('prints at 300 dpi, but its profile says 203 dpi');
	card.button('Use 300 dpi').click();
	await flushPromises();
	const saving = bridge.pending('printers.save');
	expect(saving.input).toMatchObject({ id: 'one', dpi: 300 });
	const plain: PrinterStatus = JSON.parse(JSON.stringify(status));
	await saving.answer([{ ...plain, printer: { ...plain.printer, dpi: 300 } }]);
	expect(warning()).toEqual([]);
});

it('offers no resolution that profiles do not support, and shows no warning when the resolutions agree', () => {
	show([152]);
	expect(warning()[0]).toContain('prints at 152 dpi');
	expect(card.findAll('[role=alert] button')).toHaveLength(0);
	unmountAll();
	show([203, 300]);
	expect(warning()).toEqual([]);
	unmountAll();
	show(undefined);
	expect(warning()).toEqual([]);
});
