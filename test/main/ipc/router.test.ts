import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { Handlers } from '../../../src-main/ipc/handlers';
import { createRouter } from '../../../src-main/ipc/router';

const logged: string[] = [];
const route = createRouter({
	handlers: {
		'addresses.remove': () => {
			throw new AppError('address.notFound', 'gone');
		},
		'station.status': () => {
			throw new Error('a detail that must not leave');
		},
		'addresses.search': ({ text }) => [{ text }] as never,
		'addresses.save': (entry) => entry as never,
	} as Partial<Handlers> as Handlers,
	requireAccess: () => {},
	log: (_event, detail) => logged.push(JSON.stringify(detail)),
});

describe('the router', () => {
	it.each(['nothing', '__proto__', 'constructor', 'toString', 5, null, undefined])(
		'refuses the method %s',
		async (method) => {
			expect(await route(method, {})).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
		},
	);

	it('checks the input and names the invalid fields', async () => {
		const answer = await route('addresses.search', { text: 5, limit: 0 });
		expect(answer).toMatchObject({ ok: false, error: { fields: [{ path: 'text' }, { path: 'limit' }] } });
		expect(await route('addresses.search', { text: 'a', limit: 3 })).toEqual({ ok: true, value: [{ text: 'a' }] });
	});

	it('accepts an address-book entry without the details that only a shipment needs', async () => {
		const entry = { companyName: 'Example Ltd', city: 'Leeds', id: 7, opened: { city: 'York' } };
		expect(await route('addresses.save', entry)).toMatchObject({ ok: true, value: { ...entry, email: '', phone: '' } });
		expect(await route('addresses.save', { ...entry, companyName: '' })).toMatchObject({
			ok: false,
			error: { fields: [{ path: 'contactPerson' }] },
		});
	});

	it('refuses input that cannot be converted', async () => {
		const trap = { length: { toString: 1, valueOf: 1 } };
		expect(await route('addresses.search', { text: trap, limit: 3 })).toMatchObject({
			ok: false,
			error: { code: 'input.invalid' },
		});
	});

	it('passes on a known error, and hides an unknown one behind an id that is in the log', async () => {
		expect(await route('addresses.remove', { ids: [1] })).toEqual({
			ok: false,
			error: { code: 'address.notFound', message: 'gone', retryable: false, fields: [] },
		});
		const answer = await route('station.status', undefined);
		expect(JSON.stringify(answer)).not.toContain('a detail');
		const id = answer.ok ? '' : (answer.error.message.match(/[0-9a-f-]{36}/)?.[0] ?? 'none');
		expect(logged.join()).toContain(id);
	});
});
