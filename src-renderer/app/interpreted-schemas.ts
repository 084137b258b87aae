// Tells the schema library (zod) to interpret schemas instead of compiling them to code. This must happen before any schema is
// created, so this module is imported first. Without the option, the library tests whether it may compile code. The content
// security policy refuses and reports that test, which costs about 5 % of the start time. The library reads the option from a
// global variable, so it need not be loaded here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
