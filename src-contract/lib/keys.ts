/** `Object.keys` with typed keys. Only for records that have no keys beyond those of their type. */
export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[];

export const isKeyOf = <Shape extends object>(shape: Shape, key: string): key is keyof Shape & string =>
	Object.hasOwn(shape, key);
