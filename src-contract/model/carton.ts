// Cartons: the boxes and mailers of the desk, and which of them an order is packed into.
import * as z from 'zod';
import { t } from '../i18n';

const innerSizeText = () => t('Inner size: more than 0, up to 2000 cm');
const emptyWeightText = () => t('Empty weight: 0 to 1000 kg');
const maxContentsText = () => t('Maximum contents: more than 0, up to 1000 kg, or nothing');
const costText = () => t('Cost of the box: 0 to 1000 €');
const innerSide = z
	.number({ error: innerSizeText })
	.positive({ error: innerSizeText })
	.max(2000, { error: innerSizeText });

/** What the suggestion of a carton needs to know of a box, besides its outer size. */
export const cartonDetailsSchema = z.object({
	innerLengthCm: innerSide,
	innerWidthCm: innerSide,
	/** Of a mailer: how thick it may become. */
	innerHeightCm: innerSide,
	emptyKg: z
		.number({ error: emptyWeightText })
		.min(0, { error: emptyWeightText })
		.max(1000, { error: emptyWeightText }),
	/** Maximum weight of the contents; null: not limited. */
	maxKg: z.number().positive({ error: maxContentsText }).max(1000, { error: maxContentsText }).nullable(),
	costEur: z.number({ error: costText }).min(0, { error: costText }).max(1000, { error: costText }),
	/** A mailer or a bag: flat when empty; its inner length and width are those of the flat mailer. */
	isFlexible: z.boolean(),
	/** False: it is not suggested at present. */
	isInStock: z.boolean(),
});
export type CartonDetails = z.infer<typeof cartonDetailsSchema>;

/** Whether a box is at least as large outside as inside. A flat mailer has no sides. */
export const isLargeEnough = (
	{ lengthCm, widthCm, heightCm }: { lengthCm: number; widthCm: number; heightCm: number },
	{ innerLengthCm, innerWidthCm, innerHeightCm, isFlexible }: CartonDetails,
): boolean => isFlexible || (innerLengthCm <= lengthCm && innerWidthCm <= widthCm && innerHeightCm <= heightCm);

/** The carton of a package, as it was when the package was closed. */
export interface PackageCarton {
	name: string;
	/** Outer size, in whole centimetres. */
	lengthCm: number;
	widthCm: number;
	heightCm: number;
	/** Null: not known. */
	emptyKg: number | null;
	costEur: number;
	/** Share of the inner space that holds no goods, from 0 to 1; null: the size of an item is not known. */
	emptyShare: number | null;
}

/** An item in the picture of a carton, seen from above. Centimetres from the left front corner of the inside. */
export interface PlacedItem {
	/** From 1, as in the list of the lines. */
	lineIndex: number;
	name: string;
	xCm: number;
	yCm: number;
	lengthCm: number;
	widthCm: number;
	heightCm: number;
}

/** A package of the suggestion. */
export interface SuggestedPackage {
	carton: string;
	innerLengthCm: number;
	innerWidthCm: number;
	/** Share of the inner space that holds no goods, from 0 to 1. */
	emptyShare: number;
	/** From the bottom. */
	layers: PlacedItem[][];
}

/** The cartons that are suggested for an order. */
export interface SuggestedCartons {
	/** Empty if there is no suggestion. */
	packages: SuggestedPackage[];
	/** Why there is no suggestion, or why it is not the smallest carton; a sentence, or empty. */
	reason: string;
}
