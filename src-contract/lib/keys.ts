/** `Object.keys` with typed keys. Call it only with an object that has no keys beyond those of its type. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[];

export const isKeyOf = <Shape extends object>(shape: Shape, key: string): key is keyof Shape & string =>
	Object.hasOwn(shape, key);
