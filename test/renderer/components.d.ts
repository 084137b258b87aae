// The type checker does not read .vue files in the tests: every component has the general type.
declare module '*.vue' {
	import type { Component } from 'vue';

	const component: Component;
	export default component;
}
