// IPC handlers of the Pack screen.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { packingApi } from '../../../src-contract/api/packing';
import type { Packing } from '../../packing/packing';
import type { PackingPapers } from '../../packing/papers';

export interface PackingServices {
	packing: Packing;
	packingPapers: PackingPapers;
}

export const packingHandlers = ({ packing, packingPapers }: PackingServices) =>
	({
		'packing.current': () => packing.current(),
		'packing.queue': () => packing.queue(),
		'packing.scan': ({ text, session }) => packing.scan(text, session),
		'packing.command': ({ command, ...shown }) => packing.command(command, shown),
		'packing.open': ({ orderId, takeOver }) => packing.open(orderId, takeOver),
		'packing.openNext': () => packing.openNext(),
		'packing.count': ({ lineIndex, quantity, ...shown }) => packing.count(lineIndex, quantity, shown),
		'packing.except': ({ exception, note, ...shown }) => packing.except(exception, note, shown),
		'packing.acceptChange': (shown) => packing.acceptChange(shown),
		'packing.weigh': ({ packageNumber, weightKg, reason, ...shown }) =>
			packing.weigh(packageNumber, weightKg, reason, shown),
		'packing.chooseCarton': ({ carton, ...shown }) => packing.chooseCarton(carton, shown),
		'packing.teach': ({ lineIndex, text, quantity, ...shown }) => packing.teach(lineIndex, text, quantity, shown),
		'packing.assignTote': ({ id, code }) => packing.assignTote(id, code),
		'packing.bookStaged': ({ sessionId }) => packing.bookStaged(sessionId),
		'packing.printCard': () => packingPapers.printCard(),
	}) satisfies HandlersOf<typeof packingApi>;
