// Identifies the content of a draft, so that a form that shows older content does not overwrite newer content.
import { createHash } from 'node:crypto';

/** Digest of the draft's stored request. Drafts with equal content have the same version. */
export const draftVersion = ({ request }: { request: string }): string =>
	createHash('sha256').update(request).digest('base64url');
