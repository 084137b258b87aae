// Which descriptions name the same goods in other words.
import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../../../src-contract/lib/text-folding';
import { createDecisionIndex } from '../../../../src-main/shipments/goods-decisions/decision-index';
import { goodsWords, singularOf } from '../../../../src-main/shipments/goods-decisions/decision-words';

/** How the decision on the first description applies to the second one. */
function matchOf(decided: string, description: string) {
	const index = createDecisionIndex();
	index.add({ key: decided, goods: decided, chosenAt: '2026-11-20T10:00:00.000Z' });
	return index.find(description)?.match;
}

const SAME: [string, string][] = [
	['Merino beanie, grey, size M', 'blue merino beanies (L)'],
	['Cotton T-shirt', 't-shirts cotton XL'],
	["Men's leather gloves", 'Leather glove for men, size 9'],
	["Women's wool scarf", 'wool scarves for women (red)'],
	['Phone case', 'Cases for phones'],
	['Kitchen knife, 20 cm', 'Kitchen knives 15 cm'],
	['Socks, pack of 3', '5-pack sock'],
	['LED bulb 9W', 'LED bulbs 12 W (2 pcs)'],
	['Dog collar', 'The dog collars, brown'],
	['AA batteries 4x', 'AA battery, 12 pack'],
	['Porcelain plates, set of 6', 'porcelain plate'],
	['Wooden box 30x20x10 cm', 'Wooden boxes, 10 × 20 cm, white'],
	['Mütze aus Merinowolle, grau', 'graue Mützen aus Merinowolle, Größe M'],
	['Handschuhe für Damen', 'Damen Handschuh (schwarz)'],
	['Keramiktasse 300 ml', '6er-Set Keramiktassen, 250 ml, weiß'],
	['Bonnet en laine bleu', 'bonnets de laine, taille M, rouge'],
	["Chaussettes d'enfant", 'chaussette enfant noire'],
	['Katoenen sok, blauw', 'katoenen sokken maat 42'],
	['Houten stoel', 'houten stoelen (zwart)'],
	['Pantalones de algodón', 'Pantalón algodón azul, talla L'],
	['Guantes de cuero negros', 'guante cuero'],
	['Czapka merino, czarna', 'czapka merino (niebieska), rozmiar M'],
	['Phone with case', 'Black phones with case'],
	['100% cotton towel', 'Cotton towels'],
	['80% cotton 20% polyester shirt', 'Shirt, 80% cotton 20% polyester'],
	['Box of chocolates', 'Boxes of chocolate'],
	['Scarf, colour olive', 'scarf (colour: ecru)'],
	['Toy car (3+)', 'toy cars, 2 pcs'],
	['Phone + case', 'phone with case'],
	['Blue cotton tee', 'red cotton tees'],
	['Tisch aus Holz für Kinder', 'Tische Holz Kind'],
];

const DIFFERENT: [string, string][] = [
	['Merino beanie', 'Cotton beanie'],
	['Merino beanie', 'Merino scarf'],
	["Men's shirt", "Women's shirt"],
	['Shirt', "Children's shirt"],
	['Phone case', 'Phone with case'],
	['Wine bottle', 'Bottle of wine'],
	['Chocolate box', 'Box of chocolates'],
	['Chocolate with nuts', 'Chocolate without nuts'],
	['Alcoholic beer', 'Non-alcoholic beer'],
	['Green tea', 'Black tea'],
	['Tee, grün', 'Tee, schwarz'],
	['White chocolate', 'Chocolate'],
	['Brown rice', 'White rice'],
	['Blue cheese', 'Cheese'],
	['Gold ring', 'Silver ring'],
	['Olive oil', 'Oil'],
	['Orange juice', 'Juice'],
	['80% cotton 20% polyester shirt', '20% cotton 80% polyester shirt'],
	['Tape', 'Taps'],
	['Cape', 'Caps'],
	['Clothes', 'Cloth'],
	['Silicone case', 'Silicon case'],
	['Tubes', 'Tub'],
	['Glasses', 'Glass'],
	['Vitamin C', 'Vitamin D'],
	['3D printer', 'Printer'],
	['Paint for wood', 'Paint for metal'],
	['T-shirt, 6 months', 'T-shirt'],
	['Used clothes', 'Clothes'],
	['Fur coat', 'Coat'],
	['Toy car (3+ months)', 'Toy car'],
	['Thé vert', 'Thé noir'],
	['PC case', 'Case'],
	['Hair colour brown', 'Hair'],
	['Delivery van', 'Delivery'],
	['Brass ring', 'Bra ring'],
	['Red (L)', 'Blue (M)'],
];

describe('a decision on a description', () => {
	it.each(SAME)('"%s" applies to "%s" and the reverse', (one, other) => {
		expect(goodsWords(one)).not.toEqual([]);
		expect([matchOf(one, other), matchOf(other, one)]).toEqual(['words', 'words']);
	});

	it.each(DIFFERENT)('"%s" does not apply to "%s" or the reverse', (one, other) => {
		expect([matchOf(one, other), matchOf(other, one)]).not.toContain('words');
	});

	it('is similar when the description has more goods words', () => {
		expect(matchOf('Merino beanie', 'Merino beanies with fleece lining, blue')).toBe('similar');
		expect(matchOf('Leather wallet', 'Leather wallet for coins')).toBe('similar');
	});

	it('is not similar when the description has fewer goods words, or the decision has one', () => {
		expect(matchOf('Merino beanie with fleece lining', 'Merino beanie')).toBeUndefined();
		expect(matchOf('Beanie', 'Merino beanie')).toBeUndefined();
		expect(matchOf('Merino beanie', 'Merino scarf')).toBeUndefined();
	});
});

describe('the goods words', () => {
	it('leave out colours, sizes, numbers and packs, and mark accessories', () => {
		expect(goodsWords('Set of 3 blue steel screws 4x40 mm (XL) with nuts, without washers')).toEqual([
			'steel',
			'screw',
			'with nut',
			'without washer',
		]);
	});
	it('are none for a description without a noun', () => {
		expect(goodsWords('3 pcs, black, XL')).toEqual([]);
	});
	it('unite singular and plural', () => {
		const pairs = [
			['watches', 'watch'],
			['cookies', 'cookie'],
			['blouses', 'blouse'],
			['women', 'woman'],
			['Tassen', 'Tasse'],
			['Stühle', 'Stuhl'],
			['chapeaux', 'chapeau'],
			['schoenen', 'schoen'],
			['collares', 'collar'],
		];
		for (const [plural = '', singular = ''] of pairs)
			expect(singularOf(foldForSearch(plural)), plural).toBe(singularOf(foldForSearch(singular)));
	});
});
