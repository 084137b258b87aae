// A packing session as the main process answers it.
import type {
	PackFeedback,
	PackingSettings,
	PackLine,
	PackView,
	QueueStatus,
} from '../../../../src-contract/model/packing';

export const packLine = (index: number, changes: Partial<PackLine> = {}): PackLine => ({
	index,
	sku: `SKU-${index}`,
	name: `Item ${index}`,
	kitName: '',
	wanted: 2,
	packed: 0,
	isGoods: true,
	flags: [],
	packingNote: '',
	hasPicture: false,
	itemId: 100 + index,
	hasCode: true,
	isCountable: false,
	...changes,
});
export const packView = (changes: Partial<PackView> = {}): PackView => ({
	sessionId: 7,
	revision: 1,
	orderId: 1,
	orderNumber: 'SO-1',
	isOrderChanged: false,
	recipient: 'Muster GmbH',
	addressLines: ['Invalidenstraße 10', '10115 Berlin'],
	countryCode: 'DE',
	shipBy: '2026-11-25',
	notes: { customer: '', order: '', giftText: '' },
	tags: [],
	phase: 'scanning',
	lines: [packLine(0), packLine(1)],
	packages: [
		{ number: 1, isClosed: false, pieces: [], chosenCarton: '', carton: null, weightKg: null, weightReason: '' },
	],
	lastLine: null,
	question: null,
	problems: [],
	warnings: [],
	shipment: null,
	takenFrom: '',
	weighing: null,
	boxChoice: null,
	cartons: null,
	...changes,
});
export const packAnswer = (changes: Partial<PackFeedback> = {}): PackFeedback => ({
	verdict: 'right',
	refusal: null,
	title: 'Item 0',
	message: '',
	unknownCode: '',
	openElsewhere: null,
	view: packView(),
	...changes,
});
/** The answer of `packing.current`. */
export const currentSession = (view: PackView | null): PackFeedback => packAnswer({ title: '', view });
export const packQueue = (changes: Partial<QueueStatus> = {}): QueueStatus => ({
	open: 12,
	dueToday: 5,
	next: { id: 3, number: 'SO-3', recipient: 'Example BV', pieces: 4, state: 'open' },
	staged: [],
	shadowFindings: [],
	...changes,
});

export const packingSettings = (changes: Partial<PackingSettings> = {}): PackingSettings => ({
	booksAfterLastItem: true,
	verifiesLabels: true,
	opensNextOrder: true,
	opensByItem: true,
	isShadow: false,
	weighs: false,
	sharesOrders: false,
	rule: { kind: 'cheapest' },
	limitEur: 25,
	box: '',
	...changes,
});
