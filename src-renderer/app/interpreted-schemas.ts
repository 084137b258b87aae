// Imported before anything that makes a schema: one that is made earlier tries whether text may be compiled, which the content
// security policy refuses, and reports, at the cost of a twentieth of a start. Said where the library looks, which need not be
// loaded for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
