// The type checker of the tests reads no .vue files: a mounted component is any component.
declare module '*.vue' {
	import type { Component } from 'vue';

	const component: Component;
	export default component;
}
