// Imported before anything that makes a schema: one that is made earlier tries whether text may be compiled, which the content
// security policy refuses, and reports, at the cost of a twentieth of a start.
import * as z from 'zod';

z.config({ jitless: true });
