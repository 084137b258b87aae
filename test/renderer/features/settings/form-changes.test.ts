import { describe, expect, it } from 'vitest';
import { applySavedElsewhere, changedFields } from '../../../../src-renderer/features/settings/form-changes';
import { settingsOf } from '../../../fixtures/screens';

describe('a form that stays open while its values are saved elsewhere', () => {
	it('saves only what the user changed in it', () => {
		const opened = settingsOf();
		const form = settingsOf({ deskName: 'Desk 9', parcelPresets: [] });
		expect(changedFields(form, opened)).toEqual({ deskName: 'Desk 9' });
		expect(changedFields(settingsOf(), opened)).toEqual({});
	});

	it('takes over saved values, except for fields that the user changed', () => {
		const form = settingsOf({ deskName: 'Desk 9' });
		applySavedElsewhere(form, settingsOf(), settingsOf({ deskName: 'Desk 1', textSizePercent: 150 }));
		expect(form).toMatchObject({ deskName: 'Desk 9', textSizePercent: 150 });
	});
});
