// The people of the desk, and who is signed in. The sign-in is kept in memory: a start of the station asks again.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { createMutex } from '../../src-contract/lib/mutex';
import { MINUTE_MS } from '../../src-contract/lib/units';
import {
	type DeskAccess,
	isBadgeCode,
	type PeopleState,
	type Person,
	type PersonInput,
	pinProblem,
	type Role,
	type SignedInPerson,
} from '../../src-contract/model/people';
import type { Database } from '../platform/database';
import { hashBadge, hashPin, isPin, newBadgeCode } from './sign-in-secrets';

/** Wrong PINs in a row before the first pause. The pause doubles with each further one. */
const MAX_FAILURES = 5;
const FIRST_PAUSE_MINUTES = 1;
const MAX_PAUSE_MINUTES = 60;

interface PersonRecord {
	id: number;
	name: string;
	role: Role;
	pinSalt: string | null;
	pinHash: string | null;
	badgeHash: string | null;
	failures: number;
	lockedUntil: string | null;
}
const SELECT_SQL = `SELECT id, name, role, pin_salt AS pinSalt, pin_hash AS pinHash, badge_hash AS badgeHash, failures,
	locked_until AS lockedUntil FROM person WHERE is_removed = 0`;

export interface PeopleDependencies {
	database: Database;
	now: () => Date;
	/** Who is signed in, or what they may do, changed. */
	onChange: (state: PeopleState) => void;
}

const toPerson = ({ id, name, role, pinHash, badgeHash }: PersonRecord): Person => ({
	id,
	name,
	role,
	hasPin: pinHash !== null,
	hasBadge: badgeHash !== null,
});

export function createPeople({ database, now, onChange }: PeopleDependencies) {
	/** The sign-in of this run. */
	let signIn: { personId: number; isByPin: boolean } | undefined;
	const { runExclusive } = createMutex();

	const all = (): PersonRecord[] => database.all<PersonRecord>(`${SELECT_SQL} ORDER BY name COLLATE NOCASE`);
	const find = (id: number): PersonRecord | undefined => database.get<PersonRecord>(`${SELECT_SQL} AND id = ?`, id);
	function require(id: number): PersonRecord {
		const person = find(id);
		if (!person) throw new AppError('people.notFound', t('This person was removed. Nothing was changed.'));
		return person;
	}

	function access(): DeskAccess {
		const row = database.get<{ isOn: number; packersSeePrices: number; signOutMinutes: number }>(
			`SELECT is_on AS isOn, packers_see_prices AS packersSeePrices, sign_out_minutes AS signOutMinutes FROM desk_access`,
		);
		// Without its row, the desk is locked rather than open.
		return {
			isOn: row?.isOn !== 0,
			packersSeePrices: row?.packersSeePrices === 1,
			signOutMinutes: row?.signOutMinutes ?? 30,
		};
	}

	/** Read for each call, so that a changed role and a removed person count at once. */
	function signedIn(): SignedInPerson | null {
		const person = signIn && find(signIn.personId);
		if (!signIn || !person) return null;
		return {
			id: person.id,
			name: person.name,
			role: signIn.isByPin ? person.role : 'packer',
			ownRole: person.pinHash === null ? 'packer' : person.role,
		};
	}

	function state(): PeopleState {
		const current = access();
		return {
			...current,
			signedIn: current.isOn ? signedIn() : null,
			names: current.isOn
				? all()
						.filter(({ pinHash }) => pinHash !== null)
						.map(({ id, name }) => ({ id, name }))
				: [],
		};
	}
	function changed(): PeopleState {
		const current = state();
		onChange(current);
		return current;
	}

	function requireUnlocked({ name, lockedUntil }: PersonRecord): void {
		// A clock that was wrong at the time locks for no longer than the longest pause.
		const untilMs = lockedUntil === null ? 0 : Date.parse(lockedUntil) - now().getTime();
		const leftMs = Math.min(untilMs, MAX_PAUSE_MINUTES * MINUTE_MS);
		if (leftMs > 0)
			throw new AppError(
				'people.locked',
				t(
					'Too many wrong PINs for {name}. Try again in {minutes, plural, one {# minute} other {# minutes}}, or scan a badge.',
					{
						name,
						minutes: Math.ceil(leftMs / MINUTE_MS),
					},
				),
			);
	}

	/** Counts an attempt before it is checked: a kill in between is no further attempt. */
	function countAttempt({ id, failures }: PersonRecord): void {
		const count = failures + 1;
		const pauseMinutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** (count - MAX_FAILURES), MAX_PAUSE_MINUTES);
		database.write(
			'UPDATE person SET failures = ?, locked_until = ? WHERE id = ?',
			count,
			count < MAX_FAILURES ? null : new Date(now().getTime() + pauseMinutes * MINUTE_MS).toISOString(),
			id,
		);
	}

	/** @throws `input.invalid` when nobody could change people any more */
	function requireAdmin(isOn: boolean): void {
		if (isOn && !all().some(({ role, pinHash }) => role === 'admin' && pinHash !== null))
			throw new AppError(
				'input.invalid',
				t('Sign-in needs an administrator with a PIN, who can change people. Nothing was changed.'),
			);
	}

	function requireFreeName(name: string, id: number | undefined): void {
		if (all().some((person) => person.id !== id && person.name.toLowerCase() === name.toLowerCase()))
			throw new AppError('input.invalid', t('{name} is in the list already. Nothing was changed.', { name }));
	}

	return {
		state,
		access,
		signedIn,
		list: (): Person[] => all().map(toPerson),

		/** @throws `people.refused` */
		signInByBadge(code: string): PeopleState {
			const person = isBadgeCode(code)
				? database.get<PersonRecord>(`${SELECT_SQL} AND badge_hash = ?`, hashBadge(code))
				: undefined;
			if (!access().isOn) throw new AppError('people.refused', t('Nobody signs in at this desk: sign-in is off.'));
			if (!person)
				throw new AppError('people.refused', t('This badge is not valid. Ask an administrator for a new one.'));
			// The PIN of the same person stays in force.
			if (signIn?.personId !== person.id) signIn = { personId: person.id, isByPin: false };
			return changed();
		},

		/**
		 * Attempts run one after the other.
		 * @throws `people.refused`, `people.locked`, `people.notFound`
		 */
		signInByPin: (id: number, pin: string): Promise<PeopleState> =>
			runExclusive(async () => {
				const person = require(id);
				const { pinSalt, pinHash } = person;
				if (!access().isOn || pinSalt === null || pinHash === null)
					throw new AppError('people.refused', t('{name} has no PIN. Scan the badge.', { name: person.name }));
				requireUnlocked(person);
				countAttempt(person);
				if (!(await isPin(pin, { salt: pinSalt, hash: pinHash }))) {
					requireUnlocked(require(id));
					throw new AppError('people.refused', t('This is not the PIN of {name}.', { name: person.name }));
				}
				// The person may have been removed, or have another PIN, since the check began.
				if (require(id).pinHash !== pinHash)
					throw new AppError('people.refused', t('This is not the PIN of {name}.', { name: person.name }));
				database.write('UPDATE person SET failures = 0, locked_until = NULL WHERE id = ?', id);
				signIn = { personId: id, isByPin: true };
				return changed();
			}),

		signOut(): PeopleState {
			signIn = undefined;
			return changed();
		},

		/** @throws `input.invalid`, `people.notFound` */
		save: ({ id, name, role, pin }: PersonInput): Promise<Person[]> =>
			runExclusive(async () => {
				const before = id === undefined ? undefined : require(id);
				const hasPin = pin === null ? before?.pinHash != null : pin !== '';
				const problem = pin ? pinProblem(pin, role) : undefined;
				if (problem !== undefined)
					throw new AppError('input.invalid', `${problem} ${t('Nothing was changed.')}`, {
						fields: [{ path: 'pin', code: 'weak', message: problem }],
					});
				// The PIN of a packer may be too short for the new role.
				if (pin === null && hasPin && before && role !== before.role && before.role === 'packer')
					throw new AppError('input.invalid', t('Enter a PIN for the new role. Nothing was changed.'));
				const stored = pin ? await hashPin(pin) : undefined;
				database.transaction(() => {
					requireFreeName(name, id);
					if (id === undefined) {
						database.write(
							'INSERT INTO person (name, role, pin_salt, pin_hash) VALUES (?, ?, ?, ?)',
							name,
							role,
							stored?.salt ?? null,
							stored?.hash ?? null,
						);
						return;
					}
					require(id);
					database.write('UPDATE person SET name = ?, role = ? WHERE id = ?', name, role, id);
					if (pin !== null)
						database.write(
							'UPDATE person SET pin_salt = ?, pin_hash = ?, failures = 0, locked_until = NULL WHERE id = ?',
							stored?.salt ?? null,
							stored?.hash ?? null,
							id,
						);
					requireAdmin(access().isOn);
				});
				changed();
				return all().map(toPerson);
			}),

		/** @throws `input.invalid`, `people.notFound` */
		remove(id: number): Person[] {
			database.transaction(() => {
				require(id);
				database.write(
					'UPDATE person SET is_removed = 1, pin_salt = NULL, pin_hash = NULL, badge_hash = NULL WHERE id = ?',
					id,
				);
				requireAdmin(access().isOn);
			});
			changed();
			return all().map(toPerson);
		},

		/** @returns the code of the new badge, which is not stored, and the name for it */
		newBadge(id: number): { code: string; name: string } {
			const { name } = require(id);
			const code = newBadgeCode();
			database.write('UPDATE person SET badge_hash = ? WHERE id = ?', hashBadge(code), id);
			return { code, name };
		},

		/** Makes the badge invalid, and ends the sign-in of the person, which may be the thief's. */
		revokeBadge(id: number): Person[] {
			require(id);
			database.write('UPDATE person SET badge_hash = NULL WHERE id = ?', id);
			if (signIn?.personId === id && !signIn.isByPin) signIn = undefined;
			changed();
			return all().map(toPerson);
		},

		/** @throws `input.invalid` when there is no administrator with a PIN */
		setAccess({ isOn, packersSeePrices, signOutMinutes }: DeskAccess): DeskAccess {
			requireAdmin(isOn);
			database.write(
				'INSERT OR REPLACE INTO desk_access (id, is_on, packers_see_prices, sign_out_minutes) VALUES (1, ?, ?, ?)',
				isOn ? 1 : 0,
				packersSeePrices ? 1 : 0,
				signOutMinutes,
			);
			if (!isOn) signIn = undefined;
			changed();
			return access();
		},
	};
}
export type People = ReturnType<typeof createPeople>;
