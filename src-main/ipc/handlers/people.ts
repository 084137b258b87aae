// IPC handlers of the people at the desk.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { peopleApi } from '../../../src-contract/api/people';
import type { PackingPapers } from '../../packing/papers';
import type { People } from '../../people/people';

export interface PeopleServices {
	people: People;
	packingPapers: Pick<PackingPapers, 'printBadge'>;
}

export const peopleHandlers = ({ people, packingPapers }: PeopleServices) =>
	({
		'people.state': () => people.state(),
		'people.signInByBadge': ({ code }) => people.signInByBadge(code),
		'people.signInByPin': ({ id, pin }) => people.signInByPin(id, pin),
		'people.signOut': () => people.signOut(),
		'people.list': () => people.list(),
		'people.save': (input) => people.save(input),
		'people.remove': ({ id }) => people.remove(id),
		'people.printBadge': ({ id }) => packingPapers.printBadge(people.newBadge(id)),
		'people.revokeBadge': ({ id }) => people.revokeBadge(id),
		'people.setAccess': (access) => people.setAccess(access),
	}) satisfies HandlersOf<typeof peopleApi>;
