// Words that do not say what goods are, in English, German, French, Dutch, Spanish and Polish. Words that also name goods or a
// material are not in the lists: gold, silver, ivory, orange, olive, cream, petit and grand are goods words.
import { foldForSearch } from '../../../src-contract/lib/text-folding';

/** @param lines folded like the descriptions, so the words can be written with accents */
const words = (...lines: string[]): string[] => foldForSearch(lines.join(' ')).split(/\s+/);
const wordSet = (...lines: string[]): ReadonlySet<string> => new Set(words(...lines));

/** Not among the folded words: "thé" is tea, and "fur" is no preposition. */
export const ACCENT_SENSITIVE_STOP_WORDS = ['the', 'für'];
export const STOP_WORDS = wordSet(
	'a an and of for in on to by from at new brand item items article articles goods product products piece pieces pcs qty pack packs size sizes',
	'der das ein eine einen einer und oder aus von vom im zum zur am neu Stück Größe',
	'le la les l un une des de du d et ou en pour au aux dans sur neuf neuve pièce pièces taille',
	'het een voor uit op nieuw nieuwe stuk stuks maat',
	'el los las una unos unas y o del para al nuevo nueva pieza piezas talla',
	'i w na do dla od nowy nowa nowe sztuka sztuki szt rozmiar',
);

/** The words up to the end of the clause name an accessory or content: a phone with case is not a phone case. */
export const WITH_WORDS = wordSet('with incl including mit inkl avec met con z ze');
/** The words up to the end of the clause name what the goods lack. */
export const WITHOUT_WORDS = wordSet(
	'without not non no ohne nicht kein keine sans zonder niet geen sin bez nie except excluding',
);

/** Only unambiguous abbreviations and adjectives. */
export const SIZES = wordSet(
	'xxs xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl 6xl 2xs 3xs small medium large',
	'klein kleine kleiner kleines mittel große großer großes groß',
	'moyen moyenne groot grote pequeño pequeña mediano mediana mały mała małe duży duża duże średni średnia średnie',
);

export const ENGLISH_COLOURS = wordSet(
	'black white grey gray red blue green yellow brown pink purple beige navy khaki magenta cyan maroon teal multicolour multicolor multicoloured multicolored dark bright',
);
export const COLOURS = wordSet(
	...ENGLISH_COLOURS,
	'schwarz schwarze schwarzer schwarzes schwarzen weiß weiße weißer weißes weißen grau graue grauer graues grauen rot rote roter rotes roten blau blaue blauer blaues blauen grün grüne grüner grünes grünen gelb gelbe gelber gelbes gelben braun braune brauner braunes braunen rosa lila bunt bunte bunter buntes dunkelblau hellblau dunkelgrau hellgrau',
	'noir noire noirs noires blanc blanche blancs blanches gris grise grises rouge rouges bleu bleue bleus bleues vert verte verts vertes jaune jaunes brun brune multicolore',
	'zwart zwarte wit witte grijs grijze rood rode blauw blauwe groen groene geel gele bruin bruine roze paars paarse donkerblauw lichtblauw',
	'negro negra negros negras blanco blanca blancos blancas rojo roja rojos rojas azul azules verde verdes amarillo amarilla amarillos amarillas',
	'czarny czarna czarne biały biała białe szary szara szare czerwony czerwona czerwone niebieski niebieska niebieskie zielony zielona zielone żółty żółta żółte brązowy brązowa brązowe różowy różowa różowe granatowy granatowa granatowe',
);

/**
 * Goods of which the colour is a kind with its own HS code: green tea, white chocolate, brown rice, blue cheese. In a description
 * with such a word, colours are goods words.
 */
export const GOODS_NAMED_BY_COLOUR = wordSet(
	'tea rice chocolate sugar pepper bean beans cheese coffee wine vinegar bread flour meat cabbage currant currants lentil lentils mustard lead spirit spirits powder cement phosphorus olive olives onion onions salmon mould',
	'reis Schokolade Zucker Pfeffer Bohne Bohnen Käse Kaffee wein Essig Brot Mehl Fleisch kohl Zement',
	'thé riz chocolat sucre poivre haricot haricots fromage café vin vinaigre pain farine viande chou ciment',
	'thee rijst chocolade suiker peper boon bonen kaas koffie wijn azijn brood bloem vlees kool',
	'té arroz azúcar pimienta judía judías queso vino vinagre harina carne cemento',
	'herbata ryż czekolada cukier pieprz fasola ser kawa wino ocet chleb mąka mięso cement',
);

/** German for tea, whose colour is its kind. With an English colour, the word is short for a T-shirt. */
export const GERMAN_TEA = 'tee';

/** Containers: a bottle of wine is not a wine bottle. */
export const CONTAINERS = wordSet(
	'bag bags bottle bottles box boxes can cans carton cartons case cases cup cups jar jars tin tins tube tubes',
	'bouteille bouteilles boîte boîtes sac sacs pot pots tasse tasses',
	'fles doos zak pot kop botella botellas caja cajas bolsa bolsas lata latas taza tazas butelka pudełko torba puszka',
);
export const OF_WORDS = wordSet('of de d van von');

/** Units after a number, in regular expressions; the longer ones first. */
export const UNITS = words(
	'er-pack er-set er-Packung er pack packs pk set sets piece pieces pcs pc Stück stk teilig stuks stuk pièces pièce piezas pieza sztuk szt pairs pair paar paires paire pares par',
	'milliliter millilitre liter litre liters litres litros ml cl dl l',
	'kilogram kilograms kilo kilos kg gram grams gramm g mg lbs lb oz',
	'millimeter centimeter meter metre meters metres metros mm cm dm m km inches inch in ft',
	'kw watt watts w kv volt volts v mah ah amp a hz khz mhz ghz gb tb mb x',
).sort((a, b) => b.length - a.length);

/** Nouns before "of" and a number: "pack of 3". */
export const PACKS = words(
	'pack packs set sets lot box bag bundle case carton Packung paket paquet boîte juego caja pak doos',
);
export const SIZE_LABELS = words('sizes size sz Größe gr taille maat talla rozmiar eur eu uk us');
export const COLOUR_LABELS = words('colours colour colors color Farbe couleur kleur kolor');

/** Plurals and singulars that the rules of `singularOf` would not bring together. */
const IRREGULAR_PLURALS: Record<string, string> = Object.fromEntries(
	[
		['men man women woman children child feet foot teeth tooth mice mouse geese goose'],
		[
			'knives knife scarves scarf shelves shelf leaves leaf loaves loaf halves half wives wife skis ski kiwis kiwi bikinis bikini axes axe',
		],
		[
			'kinder kind Kleider Kleid Bücher Buch Bilder Bild Gläser glas Bänder band Räder rad Blätter Blatt Tücher Tuch Uhren Uhr ringe ring teile teil filme film hemden hemd Männer Mann Bretter Brett Lichter Licht',
		],
		['bijoux bijou chevaux cheval cristaux cristal métaux métal animaux animal jeux jeu'],
		['glazen glas flessen fles jassen jas messen mes bussen bus kinderen kind hoeden hoed'],
		['lápices lápiz luces luz narices nariz'],
	].flatMap(([line = '']) => {
		const all = words(line);
		return all.flatMap((plural, index) => (index % 2 === 0 ? [[plural, all[index + 1] ?? plural]] : []));
	}),
);
export const IRREGULAR = new Map(Object.entries(IRREGULAR_PLURALS));

/** Words that keep their ending, because the shorter word names other goods: clothes and cloth, silicone and silicon. */
export const UNCHANGED = wordSet(
	'clothes glasses silicone mandoline plane twine spine slate lathe paste bathe envelope linen horse corde carte porte arms news',
);
