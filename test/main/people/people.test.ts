// Sign-in at a shared desk, and attacks on it. Calls go through the router with the rights of the station; their handlers only answer.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MethodName } from '../../../src-contract/api';
import type { ErrorCode } from '../../../src-contract/errors';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import { isBadgeCode, type PersonInput, type Role } from '../../../src-contract/model/people';
import type { Handlers } from '../../../src-main/ipc/handlers';
import { peopleHandlers } from '../../../src-main/ipc/handlers/people';
import { createRouter } from '../../../src-main/ipc/router';
import { requireAccess } from '../../../src-main/people/access';
import { createPeople } from '../../../src-main/people/people';
import { hashPin, newBadgeCode, type StoredPin } from '../../../src-main/people/sign-in-secrets';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { defaultSettings } from '../../../src-main/settings/settings';

const PINS = { admin: '902751', lead: '583920', packer: '7306' } as const;
const WRONG_PIN = '604817';
const SESSION = { sessionId: 1, revision: 1 };

const storedPins = new Map<Role, StoredPin>();
/** The stored PIN of a role, which takes long to derive. */
async function pinOf(role: Role): Promise<StoredPin> {
	const stored = storedPins.get(role) ?? (await hashPin(PINS[role]));
	storedPins.set(role, stored);
	return stored;
}

/** A desk with an administrator, a lead and a packer, at which people sign in. */
async function openDesk() {
	const clock = { now: new Date('2026-11-30T10:00:00Z') };
	const database = openDatabase(':memory:', migrations);
	const changes: string[] = [];
	const dependencies = {
		database,
		now: () => clock.now,
		onChange: ({ signedIn }: { signedIn: { name: string } | null }) => void changes.push(signedIn?.name ?? ''),
	};
	let people = createPeople(dependencies);
	const done: string[] = [];
	const printedBadges: string[] = [];
	const route = (() => {
		const answer = new Proxy({} as Handlers, {
			get: (_target, name: MethodName) => {
				const own = peopleHandlers({
					people,
					packingPapers: {
						async printBadge({ code }) {
							printedBadges.push(code);
							return { destination: 'printer' };
						},
					},
				}) as Partial<Handlers>;
				return Object.hasOwn(own, name) ? own[name] : () => void done.push(name);
			},
		});
		return createRouter({
			handlers: answer,
			requireAccess: (name, input) => requireAccess(name, input, people.state(), defaultSettings()),
			log: (_event, detail) => {
				throw new Error(JSON.stringify(detail));
			},
		});
	})();
	/** The error code of a call, or `done`. */
	async function call(method: string, input?: unknown): Promise<ErrorCode | 'done'> {
		const envelope = await route(method, input);
		return envelope.ok ? 'done' : envelope.error.code;
	}
	const ids: Record<Role, number> = { admin: 1, lead: 2, packer: 3 };
	for (const role of ['admin', 'lead', 'packer'] as const) {
		const { salt, hash } = await pinOf(role);
		database.write(
			'INSERT INTO person (id, name, role, pin_salt, pin_hash) VALUES (?, ?, ?, ?, ?)',
			ids[role],
			`The ${role}`,
			role,
			salt,
			hash,
		);
	}
	expect(await call('people.setAccess', { isOn: true, packersSeePrices: false, signOutMinutes: 30 })).toBe('done');
	return {
		call,
		route,
		ids,
		done,
		changes,
		clock,
		database,
		printedBadges,
		people: () => people,
		/** As after a start of the station. */
		restart: () => {
			people = createPeople(dependencies);
		},
		signIn: (role: Role, pin: string = PINS[role]) => call('people.signInByPin', { id: ids[role], pin }),
		badgeOf: (role: Role) => people.newBadge(ids[role]).code,
		role: () => people.signedIn()?.role,
	};
}
type Desk = Awaited<ReturnType<typeof openDesk>>;

let desk: Desk;
beforeEach(async () => {
	desk = await openDesk();
});
afterEach(() => {
	vi.restoreAllMocks();
	desk.database.close();
});

describe('sign-in', () => {
	test('is off by default: every call is allowed, and nothing is recorded', () => {
		const database = openDatabase(':memory:', migrations);
		const people = createPeople({ database, now: () => new Date(), onChange: () => {} });
		expect(people.state()).toMatchObject({ isOn: false, packersSeePrices: true, signedIn: null, names: [] });
		expect(() => requireAccess('people.list', undefined, people.state(), defaultSettings())).not.toThrow();
		database.close();
	});

	test('by PIN gives the rights of the person, by badge those of a packer', async () => {
		expect(await desk.signIn('lead')).toBe('done');
		expect(desk.role()).toBe('lead');
		expect(await desk.call('shipments.markVoid', { id: 1, reason: 'label' })).not.toBe('people.notAllowed');
		expect(await desk.call('people.signOut')).toBe('done');
		expect(desk.people().signInByBadge(desk.badgeOf('lead')).signedIn).toMatchObject({
			role: 'packer',
			ownRole: 'lead',
		});
		expect(desk.changes.at(-1)).toBe('The lead');
	});

	test('a badge has 80 random bits, and is read in any case and with spaces around', () => {
		const codes = new Set(Array.from({ length: 1000 }, newBadgeCode));
		expect(codes.size).toBe(1000);
		for (const code of codes) expect(isBadgeCode(code)).toBe(true);
		expect(isBadgeCode('BDG1234')).toBe(false);
		const code = desk.badgeOf('packer');
		expect(desk.people().signInByBadge(` ${code.toLowerCase()} `).signedIn?.name).toBe('The packer');
	});

	test('a packer sees prices only where the desk says so', async () => {
		await desk.signIn('packer');
		expect(await desk.call('rates.cheaperVariant', {})).not.toBe('done');
		expect(desk.done).toEqual([]);
		expect(await desk.call('shipments.listUnknown')).toBe('people.notAllowed');
		desk.people().setAccess({ isOn: true, packersSeePrices: true, signOutMinutes: 0 });
		expect(await desk.call('shipments.listUnknown')).toBe('done');
	});

	test('settings of the screen are those of everyone, others need a lead or an administrator', async () => {
		const settings = defaultSettings();
		await desk.signIn('packer');
		expect(await desk.call('settings.save', { ...settings, theme: 'dark', isLarge: true })).toBe('done');
		expect(await desk.call('settings.save', { ...settings, deskName: 'Mine' })).toBe('people.notAllowed');
		await desk.signIn('lead');
		expect(await desk.call('settings.save', { ...settings, packing: { ...settings.packing, limitEur: 90 } })).toBe(
			'done',
		);
		expect(await desk.call('settings.save', { ...settings, serviceUrl: 'http://127.0.0.1:1' })).toBe(
			'people.notAllowed',
		);
		await desk.signIn('admin');
		expect(await desk.call('settings.save', { ...settings, serviceUrl: 'http://127.0.0.1:1' })).toBe('done');
	});
});

/** 30 attacks. Each returns what it got, and what it should have got. */
const ATTACKS: Record<string, () => Promise<void>> = {
	// Without a sign-in
	'1 a call before any sign-in': async () =>
		expect(await desk.call('packing.scan', { text: 'CODE', session: null })).toBe('people.signInRequired'),
	'2 reading orders before any sign-in': async () =>
		expect(await desk.call('orders.get', { id: 1 })).toBe('people.signInRequired'),
	'3 turning sign-in off without a sign-in': async () => {
		const off = { isOn: false, packersSeePrices: true, signOutMinutes: 0 };
		expect(await desk.call('people.setAccess', off)).toBe('people.signInRequired');
		expect(desk.people().access().isOn).toBe(true);
	},
	'4 adding an administrator without a sign-in': async () => {
		const person: PersonInput = { name: 'Intruder', role: 'admin', pin: '483920' };
		expect(await desk.call('people.save', person)).toBe('people.signInRequired');
		expect(desk.people().list()).toHaveLength(3);
	},
	'5 a restart keeps nobody signed in': async () => {
		await desk.signIn('admin');
		desk.restart();
		expect(await desk.call('people.list')).toBe('people.signInRequired');
	},
	'6 a lost row of the access table locks the desk': async () => {
		desk.database.write('DELETE FROM desk_access');
		expect(await desk.call('orders.get', { id: 1 })).toBe('people.signInRequired');
	},
	// Stolen badges
	'7 the stolen badge of an administrator changes no people': async () => {
		await desk.call('people.signInByBadge', { code: desk.badgeOf('admin') });
		expect(desk.role()).toBe('packer');
		expect(await desk.call('people.list')).toBe('people.notAllowed');
	},
	'8 the stolen badge of a lead voids nothing': async () => {
		await desk.call('people.signInByBadge', { code: desk.badgeOf('lead') });
		expect(await desk.call('shipments.markVoid', { id: 1, reason: 'wrongAddress' })).not.toBe('done');
		expect(desk.done).toEqual([]);
	},
	'9 a stolen badge overrides no wrong weight': async () => {
		await desk.call('people.signInByBadge', { code: desk.badgeOf('lead') });
		const weight = { ...SESSION, packageNumber: 1, weightKg: 2 };
		expect(await desk.call('packing.weigh', { ...weight, reason: 'It is right' })).toBe('people.notAllowed');
		expect(await desk.call('packing.weigh', { ...weight, reason: '' })).toBe('done');
	},
	'10 a revoked badge': async () => {
		const code = desk.badgeOf('lead');
		desk.people().revokeBadge(desk.ids.lead);
		expect(await desk.call('people.signInByBadge', { code })).toBe('people.refused');
	},
	'11 the badge before a new one was printed': async () => {
		const code = desk.badgeOf('packer');
		desk.badgeOf('packer');
		expect(await desk.call('people.signInByBadge', { code })).toBe('people.refused');
	},
	'12 revoking a badge ends the sign-in that it began': async () => {
		await desk.call('people.signInByBadge', { code: desk.badgeOf('packer') });
		desk.people().revokeBadge(desk.ids.packer);
		expect(await desk.call('orders.get', { id: 1 })).toBe('people.signInRequired');
	},
	'13 the badge of a removed person': async () => {
		const code = desk.badgeOf('packer');
		desk.people().remove(desk.ids.packer);
		expect(await desk.call('people.signInByBadge', { code })).toBe('people.refused');
	},
	'14 a guessed badge': async () => {
		desk.badgeOf('packer');
		for (let guess = 0; guess < 200; guess += 1)
			expect(await desk.call('people.signInByBadge', { code: newBadgeCode() })).toBe('people.refused');
	},
	'15 wildcards and empty texts as a badge': async () => {
		desk.badgeOf('packer');
		for (const code of ['', '%', 'BDG%', "' OR 1=1 --", `BDG${'B'.repeat(20)}\0`])
			expect(await desk.call('people.signInByBadge', { code })).toBe('people.refused');
	},
	'16 the badge does not appear in the database': async () => {
		const code = desk.badgeOf('packer');
		expect(JSON.stringify(desk.database.all('SELECT * FROM person'))).not.toContain(code.slice(3));
	},
	// Guessed PINs
	'17 five wrong PINs lock the name, also for the right PIN': async () => {
		for (let guess = 0; guess < 4; guess += 1) expect(await desk.signIn('admin', WRONG_PIN)).toBe('people.refused');
		expect(await desk.signIn('admin', WRONG_PIN)).toBe('people.locked');
		expect(await desk.signIn('admin')).toBe('people.locked');
		expect(desk.role()).toBeUndefined();
	},
	'18 a restart does not end the lock': async () => {
		for (let guess = 0; guess < 5; guess += 1) await desk.signIn('admin', WRONG_PIN);
		desk.restart();
		expect(await desk.signIn('admin')).toBe('people.locked');
	},
	'19 the lock becomes longer with each wrong PIN': async () => {
		for (let guess = 0; guess < 5; guess += 1) await desk.signIn('admin', WRONG_PIN);
		const pauses: number[] = [];
		for (let round = 0; round < 8; round += 1) {
			const before = desk.clock.now.getTime();
			while ((await desk.signIn('admin', WRONG_PIN)) === 'people.locked' && pauses.length === round) {
				desk.clock.now = new Date(desk.clock.now.getTime() + MINUTE_MS);
				const { locked_until: until } = desk.database.get<{ locked_until: string }>(
					'SELECT locked_until FROM person WHERE id = ?',
					desk.ids.admin,
				) ?? { locked_until: '' };
				if (Date.parse(until) <= desk.clock.now.getTime()) pauses.push((desk.clock.now.getTime() - before) / MINUTE_MS);
			}
		}
		expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
	},
	'20 guesses of one name do not lock another': async () => {
		for (let guess = 0; guess < 6; guess += 1) await desk.signIn('packer', WRONG_PIN);
		expect(await desk.signIn('lead')).toBe('done');
	},
	'21 a kill during the check is a counted attempt': async () => {
		const attempt = desk.signIn('admin', WRONG_PIN);
		await Promise.resolve();
		const { failures } = desk.database.get<{ failures: number }>(
			'SELECT failures FROM person WHERE id = ?',
			desk.ids.admin,
		) ?? { failures: 0 };
		expect(failures).toBe(1);
		await attempt;
	},
	'22 an empty, long or strange PIN': async () => {
		for (const pin of ['', ' ', '902751 ', '９０２７５１', '902751\0'])
			expect(['people.refused', 'people.locked', 'input.invalid']).toContain(await desk.signIn('admin', pin));
		expect(await desk.call('people.signInByPin', { id: desk.ids.admin, pin: '9'.repeat(21) })).toBe('input.invalid');
		expect(desk.role()).toBeUndefined();
	},
	'23 PINs that are guessed first are not accepted': async () => {
		await desk.signIn('admin');
		for (const pin of ['1234', '0000', '9876', '123', '123456789', '12a4'])
			expect(await desk.call('people.save', { name: 'New', role: 'packer', pin })).toBe('input.invalid');
		expect(await desk.call('people.save', { name: 'New', role: 'lead', pin: '7306' })).toBe('input.invalid');
	},
	'24 a person without a PIN': async () => {
		const listed = await desk.people().save({ name: 'Badge only', role: 'packer', pin: null });
		const id = listed.find(({ name }) => name === 'Badge only')?.id ?? 0;
		for (const pin of ['', '0000']) expect(await desk.call('people.signInByPin', { id, pin })).toBe('people.refused');
	},
	// Two at once
	'25 twenty PINs at once are twenty counted attempts': async () => {
		const answers = await Promise.all(Array.from({ length: 20 }, () => desk.signIn('admin', WRONG_PIN)));
		expect(answers.filter((answer) => answer === 'people.refused')).toHaveLength(4);
		expect(answers.filter((answer) => answer === 'people.locked')).toHaveLength(16);
	},
	'26 the right PIN among many at once, after the lock': async () => {
		const answers = await Promise.all([
			...Array.from({ length: 5 }, () => desk.signIn('admin', WRONG_PIN)),
			desk.signIn('admin'),
		]);
		expect(answers.at(-1)).toBe('people.locked');
		expect(desk.role()).toBeUndefined();
	},
	'27 a badge during the check of a PIN: the last one that ends is signed in, with its own rights': async () => {
		const attempt = desk.signIn('lead');
		await desk.call('people.signInByBadge', { code: desk.badgeOf('packer') });
		expect(desk.people().signedIn()).toMatchObject({ name: 'The packer', role: 'packer' });
		expect(await attempt).toBe('done');
		expect(desk.people().signedIn()).toMatchObject({ name: 'The lead', role: 'lead' });
	},
	'28 removed during the check of the PIN': async () => {
		const attempt = desk.signIn('lead');
		desk.people().remove(desk.ids.lead);
		expect(await attempt).toBe('people.notFound');
		expect(desk.role()).toBeUndefined();
	},
	// A role raised over the bridge
	'29 a packer raises the own role, or that of the sign-in': async () => {
		await desk.signIn('packer');
		const self = { id: desk.ids.packer, name: 'The packer', role: 'admin', pin: '483920' };
		expect(await desk.call('people.save', self)).toBe('people.notAllowed');
		expect(await desk.call('people.signInByPin', { id: desk.ids.packer, pin: PINS.packer, role: 'admin' })).toBe(
			'done',
		);
		expect(desk.role()).toBe('packer');
		for (const method of ['__proto__', 'constructor', 'toString', 'people.__proto__'])
			expect(await desk.call(method, {})).toBe('input.invalid');
	},
	'30 a role that was lowered, and the last administrator': async () => {
		await desk.signIn('lead');
		await desk.people().save({ id: desk.ids.lead, name: 'The lead', role: 'packer', pin: null });
		expect(await desk.call('outbox.resume')).toBe('people.notAllowed');
		await desk.signIn('admin');
		expect(await desk.call('people.remove', { id: desk.ids.admin })).toBe('input.invalid');
		expect(await desk.call('people.save', { id: desk.ids.admin, name: 'The admin', role: 'lead', pin: null })).toBe(
			'input.invalid',
		);
		expect(await desk.call('people.save', { id: desk.ids.admin, name: 'The admin', role: 'admin', pin: '' })).toBe(
			'input.invalid',
		);
		expect(await desk.call('people.list')).toBe('done');
	},
};

describe('attacks', () => {
	test('are thirty', () => expect(Object.keys(ATTACKS)).toHaveLength(30));
	for (const [name, attack] of Object.entries(ATTACKS)) test(name, attack);
});
