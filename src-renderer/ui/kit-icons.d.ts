declare module 'virtual:nuxt-ui-icons' {
	/** @param add called with names such as lucide:scale */
	export function init(add: (name: string, icon: { body: string }) => void): void;
}
