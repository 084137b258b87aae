// The partner API, version 1, against the built-in service.
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { startService } from '../../fixtures/service';
import { describeConnection } from './connection-suite';

describeConnection('to the built-in service', {
	connect: createPartnerClient,
	async startService() {
		const { url, credentials, stop } = await startService();
		return { endpoint: { baseUrl: url, ...credentials }, stop };
	},
});
