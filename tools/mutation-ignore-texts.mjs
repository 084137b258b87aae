// StrykerJS plugin: leaves alone the texts given to the translation function. test/wording.test.ts checks each of them
// against the files of the languages, so a test that repeats them would prove nothing more.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const TRANSLATE = ['t'];

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'translated-texts', {
		/** @param {any} path a node of Babel's tree, whose types StrykerJS does not ship */
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
