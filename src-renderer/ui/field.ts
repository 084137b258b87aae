// How a control knows the field that it stands in. By the kit's own keys, so that the kit's controls know it too.
import { formFieldInjectionKey, inputIdInjectionKey } from '@nuxt/ui/composables';
import { computed, inject } from 'vue';

/** @returns what ties a control to its label and to what is said of it: nothing outside of a field */
export function useField(ownId?: string) {
	const field = inject(formFieldInjectionKey, undefined);
	const labelled = inject(inputIdInjectionKey, undefined);
	if (labelled && ownId) labelled.value = ownId;
	return {
		id: computed(() => ownId ?? labelled?.value),
		isInvalid: computed(() => Boolean(field?.value.error)),
		describedBy: computed(() => {
			const said = field && (field.value.error ? 'error' : field.value.help && 'help');
			return said ? `${field.value.ariaId}-${said}` : undefined;
		}),
	};
}
