// The network of the station: the proxies of the environment or, without them, those of the operating system and its PAC script.
import { app, session } from 'electron';
import { errorMessage } from '../../src-contract/lib/error-message';
import { trustedCertificates } from '../connections/certificates';
import { createNetwork, type Network } from '../connections/network';
import { type EnvironmentProxies, environmentProxies } from '../connections/proxies';

function readEnvironment(
	log: (event: string, detail: Record<string, unknown>) => void,
): EnvironmentProxies | undefined {
	try {
		return environmentProxies(process.env);
	} catch (error) {
		// The address may contain a password, so it is not logged.
		log('network.invalidProxy', { error: errorMessage(error) });
		return undefined;
	}
}

/** Also applies the proxies to the windows of account pages and to the update checks. */
export function createStationNetwork(log: (event: string, detail: Record<string, unknown>) => void): Network {
	const environment = readEnvironment(log);
	const applied = environment ? session.defaultSession.setProxy(chromiumProxies(environment)) : Promise.resolve();
	if (environment) {
		app.on('session-created', (created) => void created.setProxy(chromiumProxies(environment)));
		app.on('login', (event, _contents, { firstAuthAttempt }, { isProxy, host, port }, answer) => {
			// A login that was refused is not repeated: many attempts may lock the account.
			const login = isProxy && firstAuthAttempt ? environment.logins.get(`${host}:${port}`) : undefined;
			if (!login) return;
			event.preventDefault();
			answer(login.user, login.password);
		});
	}
	return createNetwork({
		resolveProxy: async (url) => {
			await applied;
			return session.defaultSession.resolveProxy(url);
		},
		logins: environment?.logins ?? new Map(),
		trusted: () => {
			const trusted = trustedCertificates(process.env.NODE_EXTRA_CA_CERTS);
			if (trusted.fileError !== undefined) log('network.certificateFile', { error: errorMessage(trusted.fileError) });
			return trusted;
		},
	});
}

const chromiumProxies = ({ rules, bypassRules }: EnvironmentProxies) =>
	({ mode: 'fixed_servers', proxyRules: rules, proxyBypassRules: bypassRules }) as const;
