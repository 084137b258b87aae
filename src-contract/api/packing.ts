// IPC methods of the Pack screen.
import * as z from 'zod';
import { type PackFeedback, packCommandSchema, type QueueStatus } from '../model/packing';
import { packerExceptionSchema } from '../model/saved-order';
import { idInput, method, noInput } from './method';

/** The session that the screen shows. A request from a screen that shows an older state is refused. */
const sessionInput = z.object({ sessionId: z.int().positive(), revision: z.int().nonnegative() });
const lineIndex = z.int().min(0).max(100_000);

export const packingApi = {
	/** The open session of this desk, without a message; `view` is null when there is none. */
	'packing.current': method<PackFeedback>()(noInput),
	'packing.queue': method<QueueStatus>()(noInput),
	/**
	 * Handles a scanned or typed code: of an item, an order, a tote, a label, a slip or a command.
	 * @param session null when the screen shows no session
	 */
	'packing.scan': method<PackFeedback>()(
		z.object({ text: z.string().min(1).max(500), session: sessionInput.nullable() }),
	),
	/** Runs a command of the card. */
	'packing.command': method<PackFeedback>()(sessionInput.extend({ command: packCommandSchema })),
	/** Opens an order, or resumes it. @param takeOver true: although it is open at another desk */
	'packing.open': method<PackFeedback>()(
		z.object({ orderId: z.int().positive(), takeOver: z.boolean().default(false) }),
	),
	/** Opens the next order of the queue. */
	'packing.openNext': method<PackFeedback>()(noInput),
	/** Counts pieces of a line by hand; a negative quantity takes pieces out of the open package. */
	'packing.count': method<PackFeedback>()(sessionInput.extend({ lineIndex, quantity: z.int().min(-9999).max(9999) })),
	/** Reports an exception: the order leaves the desk, and a user decides in Orders. */
	'packing.except': method<PackFeedback>()(
		sessionInput.extend({ exception: packerExceptionSchema, note: z.string().trim().max(500) }),
	),
	/** Takes over a change of the order at its source. */
	'packing.acceptChange': method<PackFeedback>()(sessionInput),
	/** Records the weight of a package. @param reason why a wrong weight is right all the same; empty: none */
	'packing.weigh': method<PackFeedback>()(
		sessionInput.extend({
			packageNumber: z.int().positive(),
			weightKg: z.number().positive().max(1000),
			reason: z.string().trim().max(200),
		}),
	),
	/** Chooses a box of the desk for the open package; an empty name: the suggested one. */
	'packing.chooseCarton': method<PackFeedback>()(sessionInput.extend({ carton: z.string().max(20) })),
	/** Adds an unknown bar code to the item of a line. The scan counts too. */
	'packing.teach': method<PackFeedback>()(
		sessionInput.extend({ lineIndex, text: z.string().min(1).max(80), quantity: z.int().min(1).max(9999) }),
	),
	/** Gives a tote's code to an order. */
	'packing.assignTote': method<void>()(idInput.extend({ code: z.string().trim().min(3).max(80) })),
	/** Tries to book a closed package without a label again. */
	'packing.bookStaged': method<PackFeedback>()(z.object({ sessionId: z.int().positive() })),
	/** Prints the card with the command codes. */
	'packing.printCard': method<{ destination: string }>()(noInput),
} as const;
