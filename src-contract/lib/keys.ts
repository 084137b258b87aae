/** `Object.keys` with typed keys. Call this function only with an object that has exactly the keys of its type. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[];

export const isKeyOf = <Shape extends object>(shape: Shape, key: string): key is keyof Shape & string =>
	Object.hasOwn(shape, key);
