// Unit tests that need no server, no printer and no Linux program. `npm run check:portable` runs them, for Windows and macOS.
import { defineConfig } from 'vitest/config';
import { screens } from './vitest.config';

const PORTABLE = [
	'test/contract/**/*.test.ts',
	'test/broker/{booking,duties,rating}/{assess,classification,duties,price,rate-sheet,rating,rules,search,tracking-number}.test.ts',
	'test/main/*/{address-files,address-tools,goods-codes,responses,router,report-text,routing,states,updates,worker-rpc}.test.ts',
	'test/i18n.test.ts',
];

export default defineConfig({
	test: {
		testTimeout: 20_000,
		pool: 'threads',
		projects: [
			{ extends: true, ...screens },
			{ extends: true, test: { name: 'portable', include: PORTABLE } },
		],
	},
});
