// Draws glyphs of a font in a document, and embeds only these glyphs. pdf-lib draws each glyph directly after the one before it; Arabic,
// Hebrew, Thai and Devanagari also need offsets, and where shaping changes the order of glyphs, the PDF must state their text.
import type { Font } from '@cantoo/fontkit';
import {
	appendBezierCurve,
	beginText,
	closePath,
	concatTransformationMatrix,
	drawObject,
	endMarkedContent,
	endText,
	fill,
	fillAndStroke,
	lineTo,
	moveTo,
	PDFArray,
	type PDFDocument,
	PDFHexString,
	type PDFName,
	PDFNumber,
	PDFOperator,
	PDFOperatorNames,
	type PDFPage,
	type PDFRef,
	PDFString,
	popGraphicsState,
	pushGraphicsState,
	setFontAndSize,
	setLineWidth,
	setTextMatrix,
	setTextRenderingMode,
	setTextRise,
	TextRenderingMode,
} from 'pdf-lib';

/** In points. */
export interface TextPlacement {
	/** Left edge of the text, also of text that is read from right to left. */
	x: number;
	/** Baseline. */
	y: number;
	/** Font size. */
	size: number;
}

/** A glyph with its distances from its neighbours. Lengths in units of the font. */
export interface PlacedGlyph {
	id: number;
	/** Distance from the start of this glyph to the start of the next one. */
	advance: number;
	/** Distance of the drawn glyph from its start. */
	xOffset: number;
	yOffset: number;
}

/** Glyphs that together show `text`. */
export interface GlyphGroup {
	/** The characters in the order that programs that read a page expect: in right-to-left text, the last one comes first. */
	text: string;
	/** From left to right. */
	glyphs: readonly PlacedGlyph[];
}

/** A glyph that is drawn as a path and not as text. Position from the start of the run, in units of the font. */
export interface PlacedShape {
	id: number;
	x: number;
	y: number;
}

export interface GlyphRun {
	groups: readonly GlyphGroup[];
	/** Marks and parts of letters. Their characters are in the text of a group. */
	shapes: readonly PlacedShape[];
}

type Point = [number, number];

/** Four hexadecimal digits. */
const toHex = (value: number) => value.toString(16).padStart(4, '0');
const utf16Hex = (text: string) =>
	Array.from({ length: text.length }, (_, index) => toHex(text.charCodeAt(index))).join('');

/** The CMap that maps codes to texts, in blocks of at most 100 entries (PDF 32000-1, 9.10.3). @param texts by code */
function toUnicodeMap(texts: readonly string[]): string {
	const entries = texts
		.map((text, code) => `<${toHex(code)}> <${utf16Hex(text)}>`)
		.filter((entry) => !entry.endsWith('<>'));
	const blocks: string[] = [];
	for (let first = 0; first < entries.length; first += 100) {
		const block = entries.slice(first, first + 100);
		blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
	}
	return [
		'/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
		'/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
		'/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
		'1 begincodespacerange <0000> <ffff> endcodespacerange',
		...blocks,
		'endcmap CMapName currentdict /CMap defineresource pop end end',
	].join('\n');
}

/** Collects the glyphs of a font that a document uses. */
export function createFontSubset(document: PDFDocument, font: Font) {
	const { context } = document;
	const fontRef = context.nextRef();
	const subset = font.createSubset();
	const fontName = `SUBSET+${font.postscriptName}`;
	const thousandthsPerUnit = 1000 / font.unitsPerEm;
	/**
	 * The glyphs by their code in the PDF, with widths in thousandths of the font size. Code 0 is the glyph for missing characters. A
	 * glyph that shows different texts has a code for each.
	 */
	const codedGlyphs = [{ glyph: 0, width: 0, text: '' }];
	const codeByGlyphAndText = new Map<string, number>();
	const resourceNames = new Map<PDFPage, Map<PDFRef, PDFName>>();

	/** The code of a glyph that shows `text`. Adds the glyph if it is new. */
	function codeOf(id: number, text: string): number {
		const key = `${id} ${text}`;
		const known = codeByGlyphAndText.get(key);
		if (known !== undefined) return known;
		const code = codedGlyphs.length;
		codeByGlyphAndText.set(key, code);
		codedGlyphs.push({
			glyph: subset.includeGlyph(id),
			width: (font.getGlyph(id)?.advanceWidth ?? 0) * thousandthsPerUnit,
			text,
		});
		return code;
	}

	/** The name by which the page refers to a font or form. @param add adds the object to the page and returns its name */
	function resourceNameOn(page: PDFPage, object: PDFRef, add: (object: PDFRef) => PDFName): PDFName {
		const names = resourceNames.get(page) ?? new Map<PDFRef, PDFName>();
		resourceNames.set(page, names);
		const known = names.get(object);
		if (known) return known;
		const created = add(object);
		names.set(object, created);
		return created;
	}

	/** The operators that show the glyphs. `TJ` moves by thousandths of the font size, to the left if positive. */
	function groupOperators(groups: readonly GlyphGroup[], size: number): PDFOperator[] {
		const operators: PDFOperator[] = [];
		let elements = PDFArray.withContext(context);
		let codesHex = '';
		let rise = 0;
		/** From the position after the last glyph to the start of the next one, in thousandths of the font size. */
		let gap = 0;
		const endCodes = () => {
			if (codesHex) elements.push(PDFHexString.of(codesHex));
			codesHex = '';
		};
		const endShownText = () => {
			endCodes();
			if (elements.size() > 0) operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [elements]));
			elements = PDFArray.withContext(context);
		};
		const addGlyph = ({ id, advance, xOffset, yOffset }: PlacedGlyph, text: string) => {
			const code = codeOf(id, text);
			if (yOffset !== rise) {
				endShownText();
				rise = yOffset;
				operators.push(setTextRise((rise / font.unitsPerEm) * size));
			}
			const moveRight = gap + xOffset * thousandthsPerUnit;
			if (Math.abs(moveRight) > 0.01) {
				endCodes();
				elements.push(PDFNumber.of(-moveRight));
			}
			codesHex += toHex(code);
			gap = (advance - xOffset) * thousandthsPerUnit - (codedGlyphs[code]?.width ?? 0);
		};
		for (const { text, glyphs } of groups) {
			const [glyph] = glyphs;
			if (glyph && glyphs.length === 1) {
				addGlyph(glyph, text);
				continue;
			}
			endShownText();
			operators.push(beginActualText(text));
			for (const part of glyphs) addGlyph(part, '');
			endShownText();
			operators.push(endMarkedContent());
		}
		endShownText();
		return operators;
	}

	/** The outline of a glyph as a path. PDF has cubic curves only; font outlines are quadratic. */
	function glyphPath(id: number): PDFOperator[] {
		let current: Point = [0, 0];
		return (font.getGlyph(id)?.path.commands ?? []).map(({ command, args }) => {
			const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = args;
			const start = current;
			current = [x2, y2];
			if (command === 'moveTo') return moveTo(x1, y1);
			if (command === 'lineTo') return lineTo(x1, y1);
			if (command === 'closePath') return closePath();
			const control = (end: Point): Point => [end[0] + ((x1 - end[0]) * 2) / 3, end[1] + ((y1 - end[1]) * 2) / 3];
			return appendBezierCurve(...control(start), ...control([x2, y2]), x2, y2);
		});
	}

	const forms = new Map<string, PDFRef>();
	/** A form XObject (PDF 32000-1, 8.10) that draws the glyph in units of the font. Repeated glyphs use the same form. */
	function formOf(id: number, outlineUnits: number): PDFRef {
		const key = `${id} ${outlineUnits}`;
		const known = forms.get(key);
		if (known) return known;
		const paint =
			outlineUnits > 0 ? [setLineWidth(outlineUnits), ...glyphPath(id), fillAndStroke()] : [...glyphPath(id), fill()];
		const { minX, minY, maxX, maxY } = font.bbox;
		const form = context.formXObject(paint, { BBox: [minX, minY, maxX, maxY], Resources: {} });
		const created = context.register(form);
		forms.set(key, created);
		return created;
	}

	/** The operators that draw a glyph as a path. */
	function shapeOperators(
		page: PDFPage,
		shape: PlacedShape,
		{ x, y, size }: TextPlacement,
		outlineWidth: number,
	): PDFOperator[] {
		const pointsPerUnit = size / font.unitsPerEm;
		const name = resourceNameOn(page, formOf(shape.id, Math.round(outlineWidth / pointsPerUnit)), (ref) =>
			page.node.newXObject('Mark', ref),
		);
		const matrix = [
			pointsPerUnit,
			0,
			0,
			pointsPerUnit,
			x + shape.x * pointsPerUnit,
			y + shape.y * pointsPerUnit,
		] as const;
		return [pushGraphicsState(), concatTransformationMatrix(...matrix), drawObject(name), popGraphicsState()];
	}

	return {
		/** @param outlineWidth width in points of a line around the glyphs, which makes them bolder; 0 for none */
		draw(page: PDFPage, { groups, shapes }: GlyphRun, { x, y, size }: TextPlacement, outlineWidth: number): void {
			const outlineOperators = [setTextRenderingMode(TextRenderingMode.FillAndOutline), setLineWidth(outlineWidth)];
			page.pushOperators(
				pushGraphicsState(),
				...(outlineWidth > 0 ? outlineOperators : []),
				beginText(),
				setFontAndSize(
					resourceNameOn(page, fontRef, (font) => page.node.newFontDictionary(fontName, font)),
					size,
				),
				setTextMatrix(1, 0, 0, 1, x, y),
				...groupOperators(groups, size),
				endText(),
				...shapes.flatMap((shape) => shapeOperators(page, shape, { x, y, size }, outlineWidth)),
				popGraphicsState(),
			);
		},

		/** Writes the font into the document. Call once, after the last text is drawn. */
		embed(): void {
			const widths = codedGlyphs.map(({ width }) => width);
			const glyphIds = Buffer.alloc(codedGlyphs.length * 2);
			for (const [code, { glyph }] of codedGlyphs.entries()) glyphIds.writeUInt16BE(glyph, code * 2);
			const register = (bytes: Uint8Array | string): PDFRef => context.register(context.flateStream(bytes));
			const { ascent, descent, bbox } = font;
			const descriptor = context.register(
				context.obj({
					Type: 'FontDescriptor',
					FontName: fontName,
					// Symbolic: the glyphs are chosen by code, not by character.
					Flags: 4,
					FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => value * thousandthsPerUnit),
					ItalicAngle: 0,
					Ascent: ascent * thousandthsPerUnit,
					Descent: descent * thousandthsPerUnit,
					CapHeight: ascent * thousandthsPerUnit,
					StemV: 80,
					FontFile2: register(subset.encode()),
				}),
			);
			const descendant = context.register(
				context.obj({
					Type: 'Font',
					Subtype: 'CIDFontType2',
					BaseFont: fontName,
					CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
					CIDToGIDMap: register(glyphIds),
					FontDescriptor: descriptor,
					W: [0, widths],
				}),
			);
			const font0 = context.obj({
				Type: 'Font',
				Subtype: 'Type0',
				BaseFont: fontName,
				Encoding: 'Identity-H',
				DescendantFonts: [descendant],
				ToUnicode: register(toUnicodeMap(codedGlyphs.map(({ text }) => text))),
			});
			context.assign(fontRef, font0);
		},
	};
}
export type FontSubset = ReturnType<typeof createFontSubset>;

/** States the text of the glyphs up to the end of the marked content, for programs that search or copy (PDF 32000-1, 14.9.4). */
function beginActualText(text: string): PDFOperator {
	const properties = `<< /ActualText <feff${utf16Hex(text)}> >>`;
	return PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Span', properties]);
}
