// What the thread of the address book can be asked.
import type { Address, AddressFilter, BookEntry } from '../../src-contract/address';
import type { Entries } from './entries';
import type { Search } from './search';

export type AddressQuestion = { who: string } & (
	| { kind: 'find'; text: string; limit: number; filter: AddressFilter }
	| { kind: 'facets' }
	| { kind: 'save'; entry: BookEntry & { id?: number | undefined } }
	| { kind: 'remove'; ids: readonly number[] }
	| { kind: 'merge'; keptId: number; otherId: number; entry: BookEntry }
	| { kind: 'markUsed'; address: Address }
	| { kind: 'undo'; batchId: number }
	| { kind: 'history'; id: number }
	| { kind: 'batches'; limit: number }
);

export function answerAddressQuestion(entries: Entries, search: Search, question: AddressQuestion) {
	switch (question.kind) {
		case 'find':
			return search.find(question.text, question.limit, question.filter);
		case 'facets':
			return search.facets();
		case 'save':
			return entries.save(question.entry);
		case 'remove':
			return { batchId: entries.remove(question.ids) };
		case 'merge':
			return entries.merge(question.keptId, question.otherId, question.entry);
		case 'markUsed':
			return entries.markUsed(question.address);
		case 'undo':
			return entries.undo(question.batchId);
		case 'history':
			return entries.history(question.id);
		case 'batches':
			return entries.batches(question.limit);
	}
}
export type AddressAnswer = ReturnType<typeof answerAddressQuestion>;
