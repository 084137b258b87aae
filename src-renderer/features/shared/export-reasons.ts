// Names of the reasons for export.

import { t } from '../../../src-contract/i18n';
import type { ReasonForExport } from '../../../src-contract/model/trade-terms';

export const reasonName = (reason: ReasonForExport): string =>
	({
		commercial: t('Commercial##reason for export'),
		replacement: t('Replacement##reason for export'),
		sample: t('Sample##reason for export'),
		gift: t('Gift##reason for export'),
		repair: t('Repair##reason for export'),
		return: t('Return##reason for export'),
		personal_use: t('Personal use##reason for export'),
		personal_effect: t('Personal effect##reason for export'),
		intercompany: t('Intercompany##reason for export'),
		exhibition: t('Exhibition##reason for export'),
	})[reason];
