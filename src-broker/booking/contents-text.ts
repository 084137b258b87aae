// Shortens the descriptions of a shipment's contents so that they fit on a label. Pure.

/**
 * The descriptions in one text. If they do not fit, the text begins with the number of items, if there are several, and ends with an
 * ellipsis after a whole word.
 * @param fits whether a text fits on the label
 */
export function contentsText(descriptions: readonly string[], fits: (text: string) => boolean): string {
	const all = descriptions.join(', ');
	if (fits(all)) return all;
	const count = descriptions.length > 1 ? `${descriptions.length} items` : '';
	const shortened = (start: string) => `${count ? `${count}: ` : ''}${start.replace(/[,;:]$/, '')} …`;
	let start = '';
	for (const word of all.split(' ')) {
		const longer = start ? `${start} ${word}` : word;
		if (!fits(shortened(longer))) break;
		start = longer;
	}
	if (start) return shortened(start);
	return count || firstCharacters(all, fits);
}

/** The beginning of a word that is too long for the label, with an ellipsis. */
function firstCharacters(word: string, fits: (text: string) => boolean): string {
	let start = '';
	for (const character of word) {
		if (!fits(`${start}${character}…`)) break;
		start += character;
	}
	return `${start}…`;
}
