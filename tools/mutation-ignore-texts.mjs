// StrykerJS plugin that excludes texts passed to the translation function from mutation. test/i18n.test.ts compares these texts
// with the locale files, so module tests need not repeat them.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const TRANSLATE = ['t'];

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'translated-texts', {
		/** @param {any} path a Babel node path; StrykerJS ships no types for it */
		shouldIgnore(path) {
			const isText = path.isStringLiteral() || path.isTemplateLiteral();
			if (!isText || path.listKey !== 'arguments' || path.key !== 0 || !path.parentPath?.isCallExpression())
				return undefined;
			const callee = path.parentPath.get('callee');
			return TRANSLATE.some((name) => callee.isIdentifier({ name }))
				? 'a text for the translation function'
				: undefined;
		},
	}),
];
