// The OpenAPI document: it is valid, says what each field means, and the service answers its examples as it says.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, it } from 'vitest';
import { ERROR_RESPONSES, type OperationName } from '../../src-broker/routes/openapi-errors';
import {
	BOOKING_EXAMPLES,
	DRAFT_EXAMPLE,
	DUTIES_EXAMPLES,
	RATES_EXAMPLES,
} from '../../src-broker/routes/openapi-examples';
import { onEachDatabase } from './on-each-database';

const OPERATIONS: OperationName[] = ['rates', 'shipments', 'duties-taxes-estimate'];
const EXAMPLES = Object.entries({
	rates: RATES_EXAMPLES,
	shipments: { draft: DRAFT_EXAMPLE, ...BOOKING_EXAMPLES },
	'duties-taxes-estimate': DUTIES_EXAMPLES,
}).flatMap(([operation, examples]) => Object.values(examples).map((example) => ({ operation, ...example })));

/** Fields whose values differ in each run. */
const DIFFERING_FIELDS = new Set(['id', 'trackingNumber', 'trackingUrl']);

/** Cuts a response to the part that the example shows: lists may be cut, and texts that end with `…` are shortened. */
function shownPart(response: unknown, shown: unknown): unknown {
	if (Array.isArray(response) && Array.isArray(shown))
		return shown.map((item, index) => shownPart(response[index], item));
	if (response && typeof response === 'object' && shown && typeof shown === 'object')
		return Object.fromEntries(
			Object.entries(response).map(([name, value]) => {
				const shownValue = (shown as Record<string, unknown>)[name];
				const hasSameForm = DIFFERING_FIELDS.has(name) && typeof value === typeof shownValue;
				return [name, hasSameForm ? shownValue : shownPart(value, shownValue)];
			}),
		);
	if (typeof response === 'string' && typeof shown === 'string' && shown.endsWith('…'))
		return response.startsWith(shown.slice(0, -1)) ? shown : response;
	return response;
}

/** All fields of a schema, with the fields inside them. */
function fieldsOf(schema: unknown, parent = ''): { path: string; description: string | undefined }[] {
	const { properties = {}, items, anyOf = [], oneOf = [] } = (schema ?? {}) as Record<string, never>;
	return [
		...[items, ...(anyOf as unknown[]), ...(oneOf as unknown[])].flatMap((part) =>
			part === undefined ? [] : fieldsOf(part, parent),
		),
		...Object.entries(properties as Record<string, { description?: string }>).flatMap(([name, field]) => [
			{ path: `${parent}${name}`, description: field.description },
			...fieldsOf(field, `${parent}${name}.`),
		]),
	];
}

const isInstalled = (program: string): boolean => {
	try {
		execFileSync(program, ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
};

onEachDatabase('the OpenAPI document', (service) => {
	// biome-ignore lint/suspicious/noExplicitAny: tests read any part of the document
	let document: any;
	beforeAll(async () => {
		document = await (await fetch(`${service().url}/openapi.json`)).json();
	});
	const operationOf = (name: string) => document.paths[`/partners-api/v1/${name}`].post;

	it('is valid', async () => {
		const validator = new Validator();
		const result = await validator.validate(document);
		expect(result.errors ?? []).toEqual([]);
		expect(result.valid).toBe(true);
		expect(validator.version).toBe('3.1');
		expect((await new Validator().validate({ ...document, paths: 7 })).valid).toBe(false);
	});

	it('says what each field of requests and responses means', () => {
		const fields = OPERATIONS.flatMap((name) => {
			const { requestBody, responses } = operationOf(name);
			return [requestBody, ...Object.values(responses as object)].flatMap(({ content }) =>
				fieldsOf(content['application/json'].schema, `${name}: `),
			);
		});
		expect(fields.length).toBeGreaterThan(200);
		expect(fields.filter(({ description }) => !description).map(({ path: name }) => name)).toEqual([]);
		expect(JSON.stringify(operationOf('rates').requestBody)).toMatch(/"NONDOC".*"PALLET".*"DOC"/);
	});

	it.each(EXAMPLES)(
		'"$summary" of $operation is answered as shown',
		async ({ operation, request, response, summary }) => {
			const received = await service().post(operation, request);
			expect(received.status).toBe(200);
			expect(shownPart(received.body, response)).toEqual(response);
			const { requestBody, responses } = operationOf(operation);
			const examplesOf = ({ content }: { content: Record<string, { examples: object }> }) =>
				Object.values(content['application/json']?.examples ?? {});
			expect(examplesOf(requestBody)).toContainEqual({ summary, value: request });
			expect(examplesOf(responses[200])).toContainEqual({ summary, value: response });
		},
	);

	it('shows a response and its cause for each error of each operation', () => {
		for (const name of OPERATIONS) {
			const { responses } = operationOf(name);
			const statuses = ['200', '400', '401', '403', '413', '415', '422', '429', '500', '503'];
			expect(Object.keys(responses)).toEqual(name === 'shipments' ? [...statuses, '409'].sort() : statuses);
			for (const [status, { content }] of Object.entries(responses) as [string, typeof responses][]) {
				const examples = Object.values(content['application/json'].examples) as Record<string, unknown>[];
				expect(examples.length).toBeGreaterThan(0);
				if (status !== '200') for (const example of examples) expect(example.description).toBeTruthy();
			}
		}
	});

	const errorCases = OPERATIONS.flatMap((operation) =>
		Object.entries(ERROR_RESPONSES).flatMap(([status, { cases: casesOfStatus }]) =>
			casesOfStatus.flatMap(({ title, request, response, operations }) =>
				request && (operations?.includes(operation) ?? true)
					? [{ operation, status: Number(status), title, request, response }]
					: [],
			),
		),
	);
	it.each(errorCases)('$status "$title" of $operation is answered as shown', async (errorCase) => {
		const { operation, status, request, response } = errorCase;
		const received = await service().post(operation, request.body, request.headers);
		expect(received.status).toBe(status);
		const flag = operation === 'duties-taxes-estimate' ? 'hasErrors' : 'errors';
		expect(received.body).toEqual({ [flag]: true, ...response });
	});

	it('shows the response to an Idempotency-Key that was used before', async () => {
		const headers = { 'Idempotency-Key': 'order-1' };
		await service().post('shipments', DRAFT_EXAMPLE.request, headers);
		const received = await service().post('shipments', { ...DRAFT_EXAMPLE.request, reference: 'ORDER-3' }, headers);
		expect(received.status).toBe(409);
		expect(received.body).toEqual({ errors: true, ...ERROR_RESPONSES[409]?.cases[0]?.response });
	});

	const PROGRAMS = [
		{ label: 'curl', program: 'bash', file: 'sample.sh' },
		{ label: 'TypeScript', program: path.resolve('node_modules/.bin/tsx'), file: 'sample.mts' },
		{ label: 'Python', program: 'python3', file: 'sample.py' },
		{ label: 'PHP', program: 'php', file: 'sample.php' },
	];
	it.each(PROGRAMS)(
		'has a sample in $label that gets the response',
		async ({ label, program, file }) => {
			for (const name of OPERATIONS) {
				const sample = operationOf(name)['x-codeSamples'].find((entry: { label: string }) => entry.label === label);
				expect(sample.source).toContain(`${service().url}/partners-api/v1/${name}`);
				expect(sample.source).not.toContain(service().credentials.secret);
				if (!isInstalled(program)) continue;
				const script = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-sample-')), file);
				writeFileSync(script, sample.source);
				const env = { ...process.env, WAYBILL_KEY: service().header };
				const { stdout } = await promisify(execFile)(program, [script], { env });
				const response = JSON.parse(stdout);
				expect(response.errors ?? response.hasErrors).toBe(false);
				expect(response.data ?? response.taxDetails).toBeTruthy();
			}
		},
		60_000,
	);
});

onEachDatabase(
	'the OpenAPI document of a service with a limit of requests',
	(service) => {
		it('shows the response to a request over the limit', async () => {
			const [request] = Object.values(RATES_EXAMPLES);
			// Twice the limit, because the service accepts one more request in each second that the requests take.
			const sent = Array.from({ length: 120 }, () => service().post('rates', request?.request));
			const refused = (await Promise.all(sent)).filter(({ status }) => status === 429);
			expect(refused.length).toBeGreaterThan(0);
			expect(refused[0]?.body).toEqual({ errors: true, ...ERROR_RESPONSES[429]?.cases[0]?.response });
		});
	},
	{ requestsPerMinute: 60 },
);
