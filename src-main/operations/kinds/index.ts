// The operation kinds. To add a kind: create a file in this folder, add the kind below and to the shared test suite.
import { createSubmission, type SubmissionEvents } from '../submission';
import { type BookingDependencies, createBooking } from './booking';

export type KindDependencies = BookingDependencies;

/** Creates the submission of each kind. */
export const createOperations = (dependencies: KindDependencies, events: SubmissionEvents) => ({
	booking: createSubmission(createBooking(dependencies), events),
});
export type Operations = ReturnType<typeof createOperations>;
