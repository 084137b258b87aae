// What the reasons for export are called on the screens.

import { say } from '../../../src-contract/i18n';
import type { ReasonForExport } from '../../../src-contract/model/trade-terms';

export const reasonName = (reason: ReasonForExport): string =>
	({
		commercial: say('Commercial##reason for export'),
		replacement: say('Replacement##reason for export'),
		sample: say('Sample##reason for export'),
		gift: say('Gift##reason for export'),
		repair: say('Repair##reason for export'),
		return: say('Return##reason for export'),
		personal_use: say('Personal use##reason for export'),
		personal_effect: say('Personal effect##reason for export'),
		intercompany: say('Intercompany##reason for export'),
		exhibition: say('Exhibition##reason for export'),
	})[reason];
