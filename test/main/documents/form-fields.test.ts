// Form fields of a PDF that cannot be drawn.
import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, it, vi } from 'vitest';
import { flattenForm } from '../../../src-main/documents/split';

/** @param broken names of the fields that are on no page, which cannot be drawn */
async function formWith(names: readonly string[], broken: readonly string[]) {
	const document = await PDFDocument.create();
	const page = document.addPage([200, 200]);
	const form = document.getForm();
	for (const name of names) {
		const field = form.createTextField(name);
		field.setText(name);
		field.addToPage(page);
		if (!broken.includes(name)) continue;
		for (const widget of field.acroField.getWidgets()) {
			widget.dict.delete(PDFName.of('P'));
			const annotations = page.node.Annots();
			if (annotations) annotations.remove(annotations.size() - 1);
		}
	}
	return form;
}

it('returns the errors of a form field that cannot be drawn, and logs nothing', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	(await formWith(['city'], ['city'])).flatten();
	// Once when the field is drawn, once when it is removed.
	expect(logged).toHaveBeenCalledTimes(2);
	logged.mockClear();

	const form = await formWith(['name', 'city'], ['city']);
	expect(flattenForm(form)).toHaveLength(2);
	expect(form.getFields()).toHaveLength(0);
	expect(logged).not.toHaveBeenCalled();

	console.error('restored');
	expect(logged).toHaveBeenCalledWith('restored');
	logged.mockRestore();
});
