// Receives a file that the user drops on an element with the mouse. The main process checks its content, as for a chosen file.
import { ref } from 'vue';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type DroppedFile, MAX_IMPORT_MEGABYTES } from '../../src-contract/model/address-import';
import { messageRef } from './language-change';

/** @returns `dropTarget`: listeners of the element, for `v-bind` */
export function useFileDrop(onFile: (file: DroppedFile) => unknown) {
	/** True while the user drags something over the element. */
	const isOver = ref(false);
	const error = messageRef();

	async function receive(files: readonly File[]): Promise<void> {
		const [file] = files;
		if (!file || files.length > 1) {
			error.value = t('Drop one file at a time. Nothing was imported.');
			return;
		}
		if (file.size > MAX_IMPORT_MEGABYTES * 1e6) {
			error.value = t('{name} is larger than {most} MB. Split it. Nothing was imported.', {
				name: file.name,
				most: MAX_IMPORT_MEGABYTES,
			});
			return;
		}
		try {
			error.value = '';
			await onFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
		} catch (caught) {
			// A folder cannot be read as a file.
			error.value = `${t('The file cannot be read: {cause}.', { cause: errorMessage(caught) })} ${t('Nothing was imported.')}`;
		}
	}

	const dropTarget = {
		onDragover(event: DragEvent): void {
			if (!event.dataTransfer?.types.includes('Files')) return;
			event.preventDefault();
			isOver.value = true;
		},
		onDragleave({ currentTarget, relatedTarget }: DragEvent): void {
			const isInside =
				currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
			if (!isInside) isOver.value = false;
		},
		onDrop(event: DragEvent): void {
			event.preventDefault();
			isOver.value = false;
			void receive([...(event.dataTransfer?.files ?? [])]);
		},
	};
	return { isOver, error, dropTarget };
}
