// Declaration of an IPC method: a schema for its input, a type for its output. Also holds inputs that several domains share.
import * as z from 'zod';

export interface Method<Input extends z.ZodType = z.ZodType, Output = unknown> {
	input: Input;
	/** Exists for the type only; never set. */
	output?: Output;
}

export const method =
	<Output>() =>
	<Input extends z.ZodType>(input: Input): Method<Input, Output> => ({ input });

export const idInput = z.object({ id: z.int().positive() });
export const noInput = z.undefined();
export const pageInput = z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) });

export type InputOf<M extends Method> = z.output<M['input']>;
export type OutputOf<M extends Method> = M extends Method<z.ZodType, infer Result> ? Result : never;

/** Type of the handlers that the domain's file in `ipc/handlers` exports. */
export type HandlersOf<Api extends Record<string, Method>> = {
	[Name in keyof Api]: (input: InputOf<Api[Name]>) => OutputOf<Api[Name]> | Promise<OutputOf<Api[Name]>>;
};
