// Sets an option of the schema library (zod) before any schema is made, so this must be a module of its own, imported first.
// Without the option the library tests whether it may compile text to code. The content security policy refuses and reports
// that test, which costs about 5 % of the start. The option is read from a global, so the library need not be loaded here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
