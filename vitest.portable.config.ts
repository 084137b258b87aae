// Unit tests that need no server, printer or program of Linux: tools/check-portable.mjs runs them on Windows and macOS.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: [
			'test/contract/*.test.ts',
			'test/renderer/*.test.ts',
			'test/broker/{classification,duties,rating,search,tracking-number}.test.ts',
			'test/main/{address-files,address-tools,goods,router,support-bundle,updates,worker-calls}.test.ts',
			'test/wording.test.ts',
		],
		testTimeout: 20_000,
		pool: 'threads',
	},
});
