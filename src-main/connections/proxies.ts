// Which proxy a request goes through: the variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, and lists of proxies in the form
// of PAC scripts. Pure.

/** Kinds of proxies in a PAC list, with the schemes of their addresses. SOCKS proxies are not supported. */
const SCHEMES: Record<string, string> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

interface Proxy {
	/** Host and port, for messages. */
	name: string;
	/** Address without user name and password. */
	url: string;
}

/** How a request can be sent: through a proxy, or directly (null). */
export type Way = Proxy | null;

/**
 * Reads a list such as `PROXY proxy.example.com:3128; DIRECT`. Proxies of an unsupported kind are left out.
 * @returns the ways in the order in which to try them; empty if none is supported
 */
export function waysOf(pacList: string): Way[] {
	return pacList.split(';').flatMap((entry): Way[] => {
		const [kind = '', name = ''] = entry.trim().split(/\s+/);
		if (/^direct$/i.test(kind)) return [null];
		const scheme = SCHEMES[kind.toUpperCase()];
		return scheme && name ? [{ name, url: `${scheme}://${name}` }] : [];
	});
}

export interface ProxyLogin {
	user: string;
	password: string;
}

/** Proxies of the environment, in the forms that Chromium's network settings have. */
export interface EnvironmentProxies {
	/** Proxies by scheme of the request, such as `http=http://a:3128;https=http://b:3128`. */
	rules: string;
	/** Hosts that are reached directly, separated by commas. */
	bypassRules: string;
	/** By host and port. */
	logins: Map<string, ProxyLogin>;
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443', 'socks5:': '1080', 'socks5h:': '1080' };

/** @throws TypeError when the address is not valid */
function parseProxy(address: string) {
	const url = new URL(/^[a-z\d]+:\/\//i.test(address) ? address : `http://${address}`);
	const name = `${url.hostname}:${url.port || (DEFAULT_PORTS[url.protocol] ?? '80')}`;
	const login = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
	// Chromium does not know that the proxy resolves the host names, and ignores unknown schemes.
	const protocol = url.protocol === 'socks5h:' ? 'socks5:' : url.protocol;
	return { rule: `${protocol}//${name}`, name, login: url.username === '' ? undefined : login };
}

/** Host names of NO_PROXY also mean their subdomains. */
const bypassRulesOf = (noProxy: string): string =>
	noProxy
		.split(/[\s,]+/)
		.filter(Boolean)
		.flatMap((host) => (/^[*\d[]/.test(host) ? [host] : [host.replace(/^\./, ''), `*.${host.replace(/^\./, '')}`]))
		.join(',');

/**
 * @param environment names in upper or lower case, as in curl
 * @returns undefined if the environment has no proxy
 * @throws TypeError when the address of a proxy is not valid
 */
export function environmentProxies(environment: NodeJS.ProcessEnv): EnvironmentProxies | undefined {
	const read = (name: string) => environment[name]?.trim() || environment[name.toLowerCase()]?.trim() || '';
	const logins = new Map<string, ProxyLogin>();
	const rules = (['https', 'http'] as const).flatMap((scheme) => {
		const address = read(`${scheme.toUpperCase()}_PROXY`) || read('ALL_PROXY');
		if (address === '') return [];
		const { rule, name, login } = parseProxy(address);
		if (login) logins.set(name, login);
		return [`${scheme}=${rule}`];
	});
	if (rules.length === 0) return undefined;
	return { rules: rules.join(';'), bypassRules: bypassRulesOf(read('NO_PROXY')), logins };
}
