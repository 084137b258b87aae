/** Object.keys is typed as text, because a value may hold more keys than its type names. The records that are passed here do not. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[];

export const isKeyOf = <Shape extends object>(shape: Shape, key: string): key is keyof Shape & string =>
	Object.hasOwn(shape, key);
