// Words that tell what a line of a pasted address is: a street, a part of a building, a company or a person. Pure.
import { looksLikeCompany } from './files/columns';

/** A pattern of whole words. `\b` knows only the letters A to Z. */
const wholeWords = (words: string, start = ''): RegExp =>
	new RegExp(`${start}(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');

/** The name of a shop account, which is not a name of a person: "sample_crafts", "buyer4471". */
export const ACCOUNT_NAME = /^[\w.-]*[_\d][\w.-]*$/;
export const PO_BOX =
	/^(p\.?\s?o\.?\s?box|postfach|postbus|post box|box(?=:?\s+\d)|bp|b\.p\.|boîte postale|apartado( de correos| postal)?|casella postale|c\.p\.(?=\s*\d{1,4}$)|casilla|caixa postal|pobox|private bag|locked bag|gpo box|skr\. poczt|skrytka( pocztowa)?|pb|postboks|postilokero|pl(?=\s\d)|а\/я|п\.к\.|τ\.θ\.|ת\.?ד\.?)[.:]?\s*(no\.?|nr\.?)?\s*\w*\d+/iu;
/** What the recipient is near to. */
const LANDMARK = wholeWords('near|opp|opposite|behind|next to|beside|gegenüber|naast|près de|frente a|junto a', '^');
/** Lockers and shops where the recipient collects the parcel. */
const COLLECTION_POINT = wholeWords(
	'packstation|paketstation|paketshop|paketbox|parcel ?shop|parcel locker|amazon locker|locker|access point|servicepoint|service point|point relais|relais pickup|mondial relay|pickup station|paczkomat|punkt odbioru|pakiautomaat|paštomatas|paštomatą|pakomāts|pakettiautomaatti|noutopiste|pakkeshop|pakkeboks|postombud|paketbox|pakketpunt|pakketautomaat|afhaalpunt|postnl-punt|zásilkovna|z-box|balíkovna|balíkobox|alzabox|výdejní místo|packeta|foxpost|csomagpont|easybox|punto de recogida|punto pack|punto poste|fermopoint|ponto pickup|paketomat',
);
/** Lines that locate the recipient within a building or an estate. */
const WITHIN_BUILDING = wholeWords(
	'sandėlis|noliktava|magazyn|sklad|skladište|depozit|склад|αποθήκη|baustelle|chantier|building site|bouwplaats|cantiere|obra|inngang|ingang|eingang|indgang|ingång|entrada|ingresso|entrée|wejście|vchod|bejárat|aufgang|oppgang|consultorio|despacho|\\d+ \\p{L}[\\p{L} ]*hall$|suite|ste|apt|apartment|unit|flat|room|rm|office|floor|level|lvl|villa|shop|block|blk|tower|building|bldg|halle|tor|etage|gebäude|haus|hinterhof|hinterhaus|vorderhaus|rückgebäude|gartenhaus|seitenflügel|hof|bât|b[âa]timent|bat|organize|budova|areál|rés|r[ée]sidence|étage|appt|app|esc|escalier|verdieping|bus|bte|boîte|c\\/o|sector|bl|sc|et|ap|lgh|apto|apartamento|apart|piso|bureau|interno|int|scala|lok|lokal|stiege|top|tür|stock|kancelář|patro|emelet|fszt|ajtó|oficina|ofic|dpto|depto|departamento|dept|loja|sala|bloco|conjunto|conj|andar|casa|torre|edificio|edif|ed|nave|local|planta|puerta|daire|kat|blok|gedung|lantai|lt|tower|phase|wing|dock|entrance|gate|stair|warehouse|hangar|кв|офис|оф|корп|вх|ет|ап|бл|кімн|stan|sprat|ulaz|lejl|st\\. ?tv|st\\. ?th|tv|th|mf|kl|dør|opp|trapphus|krs|[hukl]0\\d{3}|\\d{1,2}\\s?\\/\\s?f|\\d{1,2}f|\\d+(?:st|nd|rd|th) floor|\\d+e étage|\\d+\\. ?(?:og|stock|etage|emelet|em|patro|posch|krs|sal|kat|korrus|st)',
	'^',
);
export const BUILDING =
	/(?<![\p{L}\p{N}])(tower|building|bldg|mansion|house|centre|center|court|plaza|estate|park|cottage|gebäude|complex|heights|residences?|chsl?|co-?operative housing society|edificio|edifício|mall|arcade|sanayi bölgesi|osb|sitesi)\.?( \d+| [A-Z])?$|ビル\d*$|マンション|(?:大厦|大樓|广场|廣場|빌딩|타워)/iu;
export const isCollectionPoint = (line: string): boolean => COLLECTION_POINT.test(line);
/** Endings of the names of streets, in languages that join the words. */
const STREET_ENDING =
	/(?<=\p{L}{3})(straße|strasse|str\.|gasse|weg|platz|allee|ring|damm|ufer|chaussee|steig|graben|laan|straat|gracht|plein|kade|dreef|steeg|singel|dijk|hof|gatan|vägen|gade|vej|vænget|veien|vegen|gata|gate|allé|katu|polku|utca|út|útja|tér|körút|sugárút|sétány|gatvė|tänav|puiestee|maantee|stræde|(?:svingen|bakken|kroken|stien|haugen|plassen|brygga|stigen|gränd|torget|backen|allén|leden|torv|plads|toften|marken|parken|tie|kuja|kaari|raitti|tori|ranta|rinne)(?=\s\d))(?=\s|\d|$|,|\.)/iu;
const STREET_NAME = wholeWords(
	'street|road|lane|loc(?=\\.)|contrada|località|frazione|iela|trail|circle|turnpike|pike|alley|causeway|zona industrial|parque industrial|pol(?:\\.|ígono)? ind(?:\\.|ustrial)?|aleja|al\\. ?(?=\\p{Lu})|avenue|drive|way|close|crescent|boulevard|highway|terrace|quay|parade|square|chaussée|chaussee|steenweg|mews|gardens|row|walk|rise|grove|parkway|expressway|freeway|circuit|esplanade|rue|chemin|impasse|quai|allée|route|cours|sentier|passage|faubourg|zone industrielle|z\\.?[ai]\\.?(?= d)|zac|parc d.activités|via|viale|corso|piazza|piazzale|vicolo|strada|largo|calle|avenida|paseo|carrera|autopista|carretera|camino|calzada|jirón|urbanização|urbanización|urb|polígono(?: industrial)?|parque(?: empresarial)?|quinta|bairro|barrio|sítio|lugar|diagonal|transversal|rambla|ronda|rua|travessa|alameda|rodovia|estrada|praça|sgt|gatve|stígur|lieu-dit|ulica|ulice|náměstí|třída|nábřeží|aleja|aleje|plac|osiedle|námestie|trg|cesta|bulevardul|calea|aleea|șoseaua|șos|splaiul|bulevard|булевард|вулиця|вул|улица|ул|проспект|просп|пр|площа|площад|пл|бул|улица|ж\\.?к|οδός|λεωφόρος|jalan|lorong|persiaran|lebuh|sokak|cadde|caddesi|sokağı|bulvarı|mahallesi|soi|thanon|đường|phố|marg|salai|nagar|rehov|derech|sderot|king fahd|laan van|dong|ro|gil|daero|sarai|tn|mnt|pst|utca|tér|krt',
);
/** Abbreviations, which count only with a dot or beside a number. */
const STREET_ABBREVIATION = wholeWords(
	'st|rd|ln|ave|pkwy|pky|cir|trl|ter|expy|fwy|plz|tpke|xing|cv|dr|cl|cres|blvd|hwy|pde|tce|ct|pl|sq|av|avda|bd|bvd|bld|ch|rte|ul|os|nám|str|bd|c\\/(?!o)|cl|cra|kra|cr|tv|trav|r|pça|est|rod|jl|jln|sok|cad|mah|blv|via|pza|p\\.za|v\\.le|c\\.so|u|krt|šos|вул|ул|бул|оδ|λ|λεωφ|rehov|đ|km',
);
const DIGIT = /\d/;
/** Whether the line has a word that names a street. */
export const hasStreetWord = (line: string): boolean =>
	// An initial, not the Portuguese abbreviation of a street.
	!/^\p{Lu}\. (?:\p{Lu}\. )*\p{Lu}\p{L}+$/u.test(line) &&
	// The jirón of Peru, the calle of Spain.
	(/^(?:Jr\.? (?=.*\d)|C\/\s?)\p{Lu}/u.test(line) ||
		/^\p{Lu}\p{L}+(?: \p{L}+)* (?:gate|gata|vei|veg|plass) \d/u.test(line) ||
		// Also "Mergentheimer Straße 184", in two words.
		/\p{L} (?:stra(?:ß|ss)e|allee|platz|ring|weg|gasse|damm|ufer) \d/iu.test(line) ||
		/^(?:cnr|corner(?: of)?|esq(?:uina)?)\.?\s/i.test(line) ||
		/^(?:am|an de[rnm]|im|in de[rn]|auf de[rmn]|zum|zur|unter den|hinter de[rmn]|vor de[rmn]|beim?)\s\p{Lu}.*\d/iu.test(
			line,
		) ||
		STREET_ENDING.test(line) ||
		STREET_NAME.test(line) ||
		// The Lithuanian abbreviation.
		/\sg\.\s*\d/u.test(line) ||
		(STREET_ABBREVIATION.test(line) &&
			(DIGIT.test(line) || new RegExp(`${STREET_ABBREVIATION.source}\\.`, 'iu').test(line))));

/** Words between the parts of a name: van der, de la, bin, al. */
const NAME_PARTICLE =
	"(?:van|von|der|den|de|del|della|di|da|do|dos|das|du|la|le|los|las|el|al|bin|bint|ibn|ben|bat|abu|ter|ten|zu|af|av|y|e|dal|dei|te|mac|mc|st\\.?|'t|’t|und|u\\.|wa|i|bint|binti|binte|bte|a/p|a/l|[SDWsdw]/[oO]|Late|la)";
/** Courtesy titles and degrees. Those in lower case are also written with a capital. */
const COURTESY_WORDS =
	'hrn\\.|polier|bauleiter|fr\\.|hab\\.|med\\.|dent\\.|vet\\.|phil\\.|habil\\.|jur\\.|rer\\.|nat\\.|dra|eng\\.ª|eng\\.a|p\\.|vl\\.|bpk\\.|familie|fam\\.|famille|famiglia|rodzina|monsieur|madame|mademoiselle|señora?|señorita|sr\\.ª|signora?|senhora?|mevrouw|meneer|de heer|fröken|kyría|pán|paní|ibu|sn|n/p|ε\\. ?|k\\.|i\\. ?[AV]\\.|g\\.|ga\\.|gospa|gospod|paní|pán|kyria|κα|κος|г-н|г-жа|sayın|[Mm]rs?|[Mm]s|[Mm]iss|[Mm]x|[Dd]r|[Hh]errn?|[Ff]rau|M|[Mm]me|[Mm]lle|Hr|Mag|DI|Encik|Sgt|SSgt|SSG|SFC|Cpl|Lt|Capt|Maj|Col|Pfc|PFC|Pvt|D[ªa]|D\\.|D\\.ª|Dn|Md|Ch|Haji|Bapak|Ibu|Chief|Engr|En|Puan|Tuan|Shri|Smt|h\\.c|mr|mrs|ms|dhr|mevr|mw|prof|ing|dipl|mgr|bc|mudr|sr|sra|srta|don|doña|sig|sig\\.ra|dott|dott\\.ssa|pan|pani|dna|dl|hr|fru|avv|lic|eng|bay|bayan|κος|κα';
const COURTESY = `(?:${COURTESY_WORDS.replace(/(?<=^|\|)\p{Ll}(?=\p{Ll})/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)})`;
const NAME_WORD = "(?:\\p{Lu}[\\p{L}\\p{M}'’ʼ.-]*|al-\\p{Lu}[\\p{L}'’-]*|d['’]\\p{Lu}[\\p{L}-]*)";
export const PERSON_NAME = new RegExp(
	`^(?![Tt][Hh][Ee]\\s)(?:(?:${COURTESY})\\.?\\s+)*${NAME_WORD}(?:,?\\s+(?:${NAME_PARTICLE}\\s+){0,3}${NAME_WORD}){1,4}$`,
	'u',
);
/** A person with a courtesy title, whose name may be one word. */
const TITLED_PERSON = new RegExp(
	`^(?:${COURTESY})\\.?\\s+(?:(?:${NAME_PARTICLE}\\s+){0,3}${NAME_WORD}\\s*){1,4}$`,
	'u',
);

/** Words of the names of companies and institutions that have no legal form, and legal forms of more countries. */
const COMPANY_WORD = new RegExp(
	[
		'& (?:co|söhne|sons|cie|zn|zonen|fils|figli|filhos|hijos)(?![\\p{L}])',
		wholeWords(
			'orthopa?edics?|ceramics|interiors|electricals?|hardware|plumbing|joinery|upholstery|florists?|candles|bikes|cycles|sprl|gasthof|gasthaus|landgasthof|pension|refaccionari\\p{L}+|castings|foundry ltd|fabrications?|machining|tooling|handling|plastics|chemicals|metals|minerals|packaging|components|equipment|machinery|bearings|valves|pumps|srl|ohg|treuhand|laborato\\p{L}+|anstalt|verein|fondation|fundación|fundação|fondazione|stichting|nadace|fundacja|ventures|trust|council|obrt|academy|charity|gospodarstwo|przedsiębiorstwo|spółdzielnia|strojírny|družstvo|závody|autoservis|szkoła|przedszkole|kancelaria|apteka|gabinet|warsztat|pracownia|drukarnia|lékárna|ordinace|škola|iskola|gyógyszertár|école|lycée|mairie|escuela|colegio|ayuntamiento|scuola|gemeente|stadtverwaltung|landratsamt|kommune|skole|urząd|enterprises?|holdings?|partners|mills|crafts|press|media|labs?|motors|automotive|clinic|dental|architects?|builders|construction|roasters|tostadores|products|produkte|surgical|\\p{L}{3,}works|\\p{L}{3,}stvo|\\p{L}{3,}käserei|e\\.?u|e\\.?i\\.?r\\.?l|fábrica|pépinières?|vivero|blumen|floristería|agencies|handels|software|bearings|gbr|ges\\.?m\\.?b\\.?h|medientechnik|\\p{L}{4,}technik|weinhaus|\\p{L}{3,}haus(?= zum)|bäckerei|klinikum|städtisches?|m\\/s|co-op|fabrik|manufaktur|manufacture|cooperativa|coopérative|stiftung|verlag|werk|werke|\\p{L}{3,}werke?|hotel|klinik|clinic|clínica|\\p{L}*praxis|apotheke|pharmacy|pharmacie|farmacia|schule|universit\\p{L}+|institut\\p{L}*|company|trading|traders|group|grupo|gruppe|services|solutions|systems|studio|studios|shop|store|stores|school|university|ministry|hospital|foundation|association|industries|industrial|electronics|textiles?|instruments|logistics|logistik|imports?|exports?|supplies|books|bakery|brewery|gallery|galerie|workshop|boutique|café|restaurant|ristorante|trattoria|bistro|garage|museum|nursery|orthopaedics|consult\\p{L}*|technolog\\p{L}+|engineering|design|fashion|foods?|farms?|\\p{L}{3,}winkel|\\p{L}{3,}handel|\\p{L}{3,}laden|\\p{L}{3,}haus gmbh|\\p{L}{2,}shop|\\p{L}{4,}erij|\\p{L}{3,}erei|bloemen|librairie|boulangerie|pâtisserie|atelier|ateliers|fromagerie|brasserie|maison|éditions|tienda|librería|panadería|bodegas?|viñedos|ferreter[ií]a|ferragens|comercial|comércio|distribuidora|importadora|papelaria|padaria|libreria|ferramenta|officina|pasticceria|cantina|azienda|księgarnia|piekarnia|sklep|hurtownia|kwiaciarnia|zakład|firma|knihkupectví|pekárna|kereskedelmi|könyvesbolt|fze|fzco|fz-llc|establishment|pte|sdn|bhd|kft|zrt|nyrt|oy|oyj|aps|asa|hf|ehf|sia|uab|oü|ооо|тов|фоп|еоод|оод|пп|ддо|доо|lda|ltda|eirl|s\\.?p\\.?a|gmbh|pty|llp|lp|pvt|private limited|plc|inc|corp|bpk|k\\.?k|kabushiki kaisha|tbk|a\\.?ş|ltd\\.? şti|şti|san\\. tic|d\\.?o\\.?o|s\\.?r\\.?o|spol|sp\\.? ?[zj]|z\\.? ?o\\.?o|snc|s\\.?n\\.?c|sas|sarl|sàrl|eurl|scop|asbl|vzw|bv|vof|s\\.?à\\s?r\\.?l|scs|slu|s\\.?l\\.?u?|s\\.?c\\.?p|s\\.?a\\.?s|s\\.? de r\\.?l|de c\\.?v|sociedad|sociedade|société|gesellschaft|e\\.?v|a\\/s|i\\/s|wll|w\\.l\\.l|k\\.?s\\.?c|q\\.?s\\.?c|l\\.?l\\.?c|co\\.,? ltd|ε\\.?π\\.?ε|α\\.?ε|ο\\.?ε|ικε|i\\.?k\\.?e',
		).source,
		'株式会社|有限会社|合同会社|公司|有限公司|집단|주식회사|상회$|상사$|물산$|공방$|\\(주\\)|㈜|商店|บริษัท|công ty|công\\s?ty|חברת|בע"?מ|شركة|مؤسسة',
	].join('|'),
	'iu',
);
/** Beginnings and endings of the words for institutions, in the languages of Europe and some others. */
const INSTITUTION = new RegExp(
	[
		wholeWords(
			'(?:bibliot|biblioth|knihov|knižnic|könyvtár|raamatuk|kirjast|hospital|hospitál|hôpita|szpital|nemocni|kórház|ospedal|spital|sjukhus|sykehus|sygehus|sairaala|hastane|bolnica|bolni[cč]|spitalul|universit|univerz|univerc|uniwersyt|egyetem|yliopist|üniversit|akademi|academ|institut|istitut|instytut|minister|ministr|universid|uczeln|politechn|polytechn|gimnázi|gymnasi|gymnáz|liceu|lyceu|lycee|lycée|ecole|collège|fakult|facult|facolt|wydział|laborato|νοσοκομε|πανεπιστ|κλινικ|βιβλιοθ|библиот|бібліот|больниц|лікарн|университет|університет|болница|институт|інститут)\\p{L}*',
		).source,
		wholeWords(
			'\\p{L}{3,}(?:bibliothe[ek]|bibliotek|bücherei|klinik|klinikum|krankenhaus|spital|schule|institut|museum|amt|praxis|sjukhus|sykehus|sygehus|sjúkrahús|skolan?|könyvtára|universität|universiteit|hochschule|högskola|høgskole|hogeschool|ziekenhuis|school)',
		).source,
		wholeWords(
			'librar(?:y|ies)|college|infirmary|surgery|pediatrics|dentistry|orthodontics|medical cent(?:er|re)|health cent(?:er|re)|community cent(?:er|re)|centre hospitalier|médiathèque|archives?|archiv|koop\\p{L}+|kooper\\p{L}+|pllc|sagl|dac|s/a|a\\.c|ginning|bottling',
		).source,
		'図書館|大学|病院|研究所|学校|大學|醫院|医院|图书馆|圖書館|学院|學院|도서관|대학교|병원|연구소|ספריית|אוניברסיטת|המכללה|בית חולים|مستشفى|جامعة|مكتبة|كلية|معهد|الشركة|ห้องสมุด|โรงพยาบาล|มหาวิทยาลัย|bệnh viện|thư viện|trường',
	].join('|'),
	'iu',
);

/** A part of a university or a hospital: "Faculty of Chemistry", "Zentrallabor". */
const UNIT =
	/^(?:department of|dept\.? of|faculty|facult[ée]|facultad|faculdade|facoltà|fakult\p{L}+|school of|wydział|kated\p{L}+|division|section|lehrstuhl|(?:zentral)?labor(?:e|atori\p{L}+)?(?![\p{L}])|laborato\p{L}+ (?:of|de|di|für)|institut(?:e|o)? (?:of|für|for|de|di)|klinik für|biblioteca central|service de|unité|unit of|τμήμα|σχολή|кафедра|факультет)(?=[\s,]|$)/iu;
export const isUnit = (line: string): boolean => UNIT.test(line);

/** Legal forms that are also words or abbreviations: they count at the end of a line after another word, or at its start. */
const FORM_AT_END =
	/\p{L}.*[\s,](?:est|as|a\.s|ab|a\.b|co|sa|s\.a|sal|sc|s\.c|cv|c\.v|cc|(?<!\d\.?\s)og|kg|bt|spa|nv|n\.v|e\.k|ek|ks|k\.s|ad|α\.?ε|ε\.?ε|a\.?e|ад)\.?$/iu;
const FORM_AT_START =
	/^(?:ТОО|PT|TOV|OOO|FOP|PrAT|TzOV|PUH|PPHU|FHU|PHU|SC|S\.C\.|SIA|UAB|AS|OÜ|CV|UD|ТОВ|ООО|ОАО|ЗАО|ФОП|ПП|ПАТ|АО|İ\.?K)\s+[\p{Lu}"„«“'\p{Lo}]/u;
/** Words for farms and shops at the start, and for workshops behind two words: "Toko Melati", "Sample Cycle Works". */
const WORD_AT_EDGE = /^(?:kmetija|bauernhof|toko|kedai|warung)\s\p{L}|^\p{L}+ \p{L}+ works$/iu;
const FORMS_AT_EDGES = [FORM_AT_END, FORM_AT_START, WORD_AT_EDGE];
export const isCompany = (line: string): boolean =>
	!COLLECTION_POINT.test(line) &&
	// A boulevard in Argentina.
	!/^bv\.?\s.*\d/i.test(line) &&
	!/^(?:shop|store|studio|werk|atelier)\s+\p{L}?\d+\w?$/iu.test(line) &&
	// In Italy, "snc" also says that a house has no number.
	!/^(?:via|viale|contrada|loc\.?|località|strada|frazione|fraz\.?)\s.*\ssnc$/iu.test(line) &&
	(looksLikeCompany(line) ||
		// "2-14-6 Kitazawa, Maison Sample"
		((COMPANY_WORD.test(line) || INSTITUTION.test(line)) && !/^\d|\s\d{3}$/.test(line)) ||
		FORMS_AT_EDGES.some((form) => form.test(line)));

/** Whether a name has the form of a company, such as Ltd, not only a word such as "laboratory". */
export const hasLegalForm = (line: string): boolean =>
	isCompany(line) && (looksLikeCompany(line) || FORMS_AT_EDGES.some((form) => form.test(line)));

const ANY_COURTESY = new RegExp(`^(?:${COURTESY}\\.?\\s+)+(?=\\p{Lu})`, 'u');
/** A name without courtesy titles and brackets, to test what it is. */
export const plainName = (line: string): string => line.replace(/[()]/g, '').replace(ANY_COURTESY, '');
const COUPLE =
	/^(?:mr|herrn?|m|dhr|sr|sig|hr|pan)\.? (?:&|and|und|et|en|y|e|og|och|i|a) (?:mrs|ms|frau|mme|mevr|sra|sig\.ra|fru|pani)\.? (?=\p{Lu})/iu;
export const isTitledPerson = (line: string): boolean => {
	if (/\d/.test(line)) return false;
	if (COUPLE.test(line)) return true;
	const name = plainName(line);
	return (
		TITLED_PERSON.test(line.replace(/[()]/g, '')) ||
		(ANY_COURTESY.test(line) && PERSON_NAME.test(name) && !hasStreetWord(name))
	);
};

/** A part of a company to which goods go. */
const DEPARTMENT_WORD = wholeWords(
	'satın ?alma|acquisitions(?: \\([^)]*\\))?|biomedical engineering|clinical engineering|engenharia clínica|service biomédical|serials|τμήμα|τμημα|отдел|отделение|відділ|отдел|מחלקת|\\p{L}+ birimi|\\p{L}+ bölümü|\\p{L}* ?osztály(?:a)?|oddělení \\p{L}+|oddelenie \\p{L}+|dział \\p{L}+|dipartimento|ufficio|dirección de \\p{L}+|departamento de \\p{L}+|setor de \\p{L}+|سكرتارية|قسم|แผนก|phòng|dept|department|abteilung|abt|afdeling|dpto(?!\\.?\\s*\\w?\\d)|reparto|dział|oddělení|oddelenie|osztály|avdeling|avdelning|afd|receiving|goods[ -]in(?:wards)?|incoming goods|wareneingang|warenannahme|goederenontvangst|expedition|versand|purchasing(?: sect\\.?)?|einkauf|inkoop|achats|compras|accounts|accounts payable|buchhaltung|boekhouding|stores|service (?:achats|réception|logistique|courrier)|réception|magazijn|lager|warehouse|logistics|logistik|reception|service \\p{L}{4,}|mail ?room|poststelle|helpdesk|it support|quality control|marketing|sales|procurement|finance|administration|goods receipt|despatch|dispatch|verkoop|vertrieb|hr|human resources',
);

export const isWithinBuilding = (line: string): boolean =>
	LANDMARK.test(line) ||
	COLLECTION_POINT.test(line) ||
	(WITHIN_BUILDING.test(line) &&
		(!isCompany(line) || /^(?:flat|apt|apartment|consultorio|despacho)\.? \w?\d/i.test(line)));
/** What a laboratory or a shop has: "Lab Procurement", "Library Goods Inwards". */
const DEPARTMENT_AT_END = new RegExp(
	`^(?:\\p{L}.*\\s)?(?:${DEPARTMENT_WORD.source}|${wholeWords('purchasing|reception|department|dept\\.?|team').source})\\.?$`,
	'iu',
);
export const isDepartment = (line: string): boolean =>
	(DEPARTMENT_WORD.test(line) || DEPARTMENT_AT_END.test(line)) &&
	!(/\d/.test(line) && hasStreetWord(line)) &&
	(!isCompany(line) || (!hasLegalForm(line) && DEPARTMENT_AT_END.test(line))) &&
	!isTitledPerson(line);
