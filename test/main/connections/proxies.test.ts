// Reading lists of proxies and the variables of the environment.
import { describe, expect, it } from 'vitest';
import { environmentProxies, waysOf } from '../../../src-main/connections/proxies';

describe('a list of proxies', () => {
	it.each([
		['DIRECT', [null]],
		['PROXY a.example.com:3128', [{ name: 'a.example.com:3128', url: 'http://a.example.com:3128' }]],
		[
			'PROXY a:1; HTTPS b:2;SOCKS5 c:3; direct',
			[{ name: 'a:1', url: 'http://a:1' }, { name: 'b:2', url: 'https://b:2' }, null],
		],
		['SOCKS c:3', []],
		['SOCKS5 c:3', []],
		['SOCKS c:3; DIRECT', [null]],
		['', []],
	])('%s is read in order', (list, ways) => {
		expect(waysOf(list)).toEqual(ways);
	});
});

describe('the environment', () => {
	it('has no proxy without a variable for one', () => {
		expect(environmentProxies({ NO_PROXY: 'example.com', HTTPS_PROXY: ' ' })).toBeUndefined();
	});

	it('names a proxy by scheme, with its user name and password apart', () => {
		const proxies = environmentProxies({
			HTTPS_PROXY: 'http://jan:p%40ss@proxy.example.com:3128',
			http_proxy: 'other.example.com',
			NO_PROXY: 'localhost, .example.org,10.0.0.0/8 *',
		});
		expect(proxies).toEqual({
			rules: 'https=http://proxy.example.com:3128;http=http://other.example.com:80',
			bypassRules: 'localhost,*.localhost,example.org,*.example.org,10.0.0.0/8,*',
			logins: new Map([['proxy.example.com:3128', { user: 'jan', password: 'p@ss' }]]),
		});
	});

	it('names one proxy for everything', () => {
		expect(environmentProxies({ ALL_PROXY: 'socks5://127.0.0.1' })?.rules).toBe(
			'https=socks5://127.0.0.1:1080;http=socks5://127.0.0.1:1080',
		);
	});

	it('with an invalid address is an error that does not contain it', () => {
		expect(() => environmentProxies({ HTTPS_PROXY: 'http://jan:secret@:99999' })).toThrow(TypeError);
		expect(() => environmentProxies({ HTTPS_PROXY: 'http://jan:secret@:99999' })).not.toThrow(/secret/);
	});
});
