// Identifies the content of a draft, so that a form that shows older content does not overwrite newer content.
import { createHash } from 'node:crypto';

/** The same for the same content, and different for any other. @param draft row with the stored request as JSON */
export const draftVersion = ({ request }: { request: string }): string =>
	createHash('sha256').update(request).digest('base64url');
