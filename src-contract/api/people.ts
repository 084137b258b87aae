// IPC methods of the people at the desk: sign-in, roles, badges.
import * as z from 'zod';
import { type DeskAccess, deskAccessSchema, type PeopleState, type Person, personInputSchema } from '../model/people';
import { idInput, method, noInput } from './method';

export const peopleApi = {
	'people.state': method<PeopleState>()(noInput),
	/** Signs in the owner of a badge, with the rights of a packer. Replaces the person who is signed in. */
	'people.signInByBadge': method<PeopleState>()(z.object({ code: z.string().max(100) })),
	/** Signs in by PIN, with all rights of the person. */
	'people.signInByPin': method<PeopleState>()(idInput.extend({ pin: z.string().max(20) })),
	'people.signOut': method<PeopleState>()(noInput),
	/** All people of the desk, by name. */
	'people.list': method<Person[]>()(noInput),
	/** Adds a person, or changes one. */
	'people.save': method<Person[]>()(personInputSchema),
	/** Removes a person. Events keep the name. */
	'people.remove': method<Person[]>()(idInput),
	/** Prints a new badge on the label printer. The former badge of the person is no longer valid. */
	'people.printBadge': method<{ destination: string }>()(idInput),
	/** Makes the badge of a person invalid. */
	'people.revokeBadge': method<Person[]>()(idInput),
	'people.setAccess': method<DeskAccess>()(deskAccessSchema),
} as const;
