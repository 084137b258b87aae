// The commands of the Pack screen: those that the open session allows now, with their keys.
import { t } from '../../../src-contract/i18n';
import { type PackPhase, packCommandText } from '../../../src-contract/model/packing';
import type { Command } from '../../lib/commands';

export interface PackActions {
	finish: () => unknown;
	nextPackage: () => unknown;
	undo: () => unknown;
	reportProblem: () => unknown;
	/** Undefined when the desk has no cartons. */
	chooseCarton?: () => unknown;
	reprint: () => unknown;
	later: () => unknown;
}

/** @param isFormOpen whether a form is open, in whose fields Ctrl Z undoes typing */
export function packCommands(phase: PackPhase, isFormOpen: boolean, actions: PackActions): Command[] {
	const isPacking = phase === 'scanning' || phase === 'weighing' || phase === 'confirming';
	const undo = { label: packCommandText('UNDO'), icon: 'i-lucide-undo-2', run: actions.undo };
	return [
		...(isPacking
			? [
					{
						label: packCommandText('FINISH'),
						keys: 'Ctrl Enter',
						icon: 'i-lucide-package-check',
						run: actions.finish,
					},
					{ label: packCommandText('NEXTBOX'), keys: 'Alt N', icon: 'i-lucide-package-plus', run: actions.nextPackage },
					isFormOpen ? undo : { ...undo, keys: 'Ctrl Z' },
					...(actions.chooseCarton
						? [{ label: t('Choose a box'), keys: 'Alt K', icon: 'i-lucide-box', run: actions.chooseCarton }]
						: []),
				]
			: []),
		...(phase === 'label'
			? [{ label: packCommandText('REPRINT'), keys: 'Alt R', icon: 'i-lucide-printer', run: actions.reprint }]
			: []),
		...(isPacking || phase === 'staged'
			? [
					{
						label: t('Report a problem'),
						keys: 'Alt H',
						icon: 'i-lucide-triangle-alert',
						run: actions.reportProblem,
					},
				]
			: []),
		{ label: packCommandText('LATER'), keys: 'Alt L', icon: 'i-lucide-clock', run: actions.later },
	];
}
