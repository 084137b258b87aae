// Renders the OpenAPI document as an HTML page.
import { html } from 'hono/html';
import type * as z from 'zod';
import type { OpenApiDocument } from '../routes/openapi';
import type { Markup } from './page';

type Property = z.core.JSONSchema.BaseSchema;

/** Value of a keyword that contains a schema. JSON Schema also allows a boolean or an array. */
type NestedSchema = NonNullable<Property['items']> | undefined;
const asSingleSchema = (nested: NestedSchema): Property | undefined =>
	typeof nested === 'object' && !Array.isArray(nested) ? nested : undefined;

/** The type of a field as text for the table. */
function typeText(property: Property): string {
	if (property.const !== undefined) return JSON.stringify(property.const);
	if (property.enum) return property.enum.map((value) => JSON.stringify(value)).join(', ');
	const items = asSingleSchema(property.items);
	if (items) return `list of ${typeText(items)}`;
	const alternatives = property.anyOf ?? property.oneOf;
	if (alternatives) return [...new Set(alternatives.map(typeText))].join(' or ');
	return [property.type ?? 'any'].flat().join(' or ');
}

/** All fields of a schema with their paths, such as `parcels[].weight`. Nested fields follow the field that contains them. */
function fieldsOf(
	schema: Property,
	prefix = '',
): { path: string; type: string; required: boolean; description: string }[] {
	const schemas = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])];
	return schemas.flatMap(({ properties = {}, required = [] }) =>
		Object.entries(properties).flatMap(([name, value]) => {
			const property = asSingleSchema(value) ?? {};
			const items = asSingleSchema(property.items);
			return [
				{
					path: prefix + name,
					type: typeText(property),
					required: required.includes(name),
					description: property.description ?? '',
				},
				...fieldsOf(property, `${prefix}${name}.`),
				...(items ? fieldsOf(items, `${prefix}${name}[].`) : []),
			];
		}),
	);
}

function fieldTable(schema: Property): Markup {
	// Alternatives of a schema may have fields in common: each is listed once.
	const seen = new Set<string>();
	const fields = fieldsOf(schema).filter(({ path }) => !seen.has(path) && seen.add(path));
	return html`<table><thead><tr><th>Field</th><th>Type</th><th></th></tr></thead><tbody>${fields.map(
		({ path, type, required, description }) =>
			html`<tr><td><code>${path}</code></td><td>${type}</td><td>${required ? 'required' : ''} ${description}</td></tr>`,
	)}</tbody></table>`;
}

export function documentationPage(document: OpenApiDocument): Markup {
	return html`<h1>${document.info.title}</h1>
<p>${document.info.description} Every request is a POST with a JSON body and the header <code>X-PP-API: &lt;key&gt;@&lt;secret&gt;</code>. Numbers may be sent as strings, booleans as 1 and 0. OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
${Object.entries(document.paths).map(([path, { post }]) => {
	const request = post.requestBody.content['application/json'];
	const responses = Object.entries(post.responses);
	return html`<h2>${post.summary}</h2><div class="card"><p><code>POST ${path}</code></p>
${fieldTable(request.schema)}
<pre>${JSON.stringify(request.example, null, 2)}</pre>
<table><tbody>${responses.map(([status, { description }]) => html`<tr><th>${status}</th><td>${description}</td></tr>`)}</tbody></table></div>`;
})}`;
}
