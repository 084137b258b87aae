// The kinds of operations. To add one: a file beside this one, a line below, and a line in the shared suite of the tests.
import { createSubmission, type SubmissionEvents } from '../submission';
import { type BookingDependencies, createBooking } from './booking';

export type KindDependencies = BookingDependencies;

/** The submission of each kind. */
export const createOperations = (dependencies: KindDependencies, events: SubmissionEvents) => ({
	booking: createSubmission(createBooking(dependencies), events),
});
export type Operations = ReturnType<typeof createOperations>;
