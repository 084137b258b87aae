// Shortens the descriptions of a shipment's contents so that they fit on a label. Pure.

/** The largest number from 0 to `max` for which `fits` is true, if it is true for all smaller numbers too. */
function largestFitting(max: number, fits: (count: number) => boolean): number {
	let fitting = 0;
	let tooLarge = max + 1;
	while (tooLarge - fitting > 1) {
		const middle = Math.floor((fitting + tooLarge) / 2);
		if (fits(middle)) fitting = middle;
		else tooLarge = middle;
	}
	return fitting;
}

/**
 * The descriptions in one text. If they do not fit, the text begins with the number of items, if there are several, and ends with an
 * ellipsis after a whole word. If not even one word fits, the text is the number of items or, for one item, the beginning of its
 * description.
 * @param fits whether a text fits on the label
 */
export function contentsText(descriptions: readonly string[], fits: (text: string) => boolean): string {
	const all = descriptions.join(', ');
	if (fits(all)) return all;
	const count = descriptions.length > 1 ? `${descriptions.length} items` : '';
	const shortened = (start: string) => `${count ? `${count}: ` : ''}${start.replace(/[,;:]$/, '')} …`;
	const words = all.split(' ');
	const startOf = (wordCount: number) => words.slice(0, wordCount).join(' ');
	const wordCount = largestFitting(words.length, (tried) => fits(shortened(startOf(tried))));
	if (wordCount > 0) return shortened(startOf(wordCount));
	return count || firstCharacters(all, fits);
}

/** The beginning of a word that is too long for the label, with an ellipsis. */
function firstCharacters(word: string, fits: (text: string) => boolean): string {
	const characters = [...word];
	const startOf = (characterCount: number) => `${characters.slice(0, characterCount).join('')}…`;
	return startOf(largestFitting(characters.length, (tried) => fits(startOf(tried))));
}
