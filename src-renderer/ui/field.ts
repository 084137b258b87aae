// Connects a control to the field around it. Uses the UI kit's injection keys, so that the kit's controls work too.
import { formFieldInjectionKey, inputIdInjectionKey } from '@nuxt/ui/composables';
import { computed, inject } from 'vue';

/** @returns the control's id, its error state and the id of its description. Outside a field, the id is `ownId` and the others are unset. */
export function useField(ownId?: string) {
	const field = inject(formFieldInjectionKey, undefined);
	/** Id that the field's label refers to. */
	const labelTargetId = inject(inputIdInjectionKey, undefined);
	if (labelTargetId && ownId) labelTargetId.value = ownId;
	return {
		id: computed(() => ownId ?? labelTargetId?.value),
		isInvalid: computed(() => Boolean(field?.value.error)),
		describedBy: computed(() => {
			const messageKind = field && (field.value.error ? 'error' : field.value.help && 'help');
			return messageKind ? `${field.value.ariaId}-${messageKind}` : undefined;
		}),
	};
}
