// Runs once before the end-to-end tests: builds the index of the nomenclature, which each desk would build at its first use.
import path from 'node:path';
import { openNomenclature } from '../../src-broker/classification/nomenclature';

export const NOMENCLATURE_DIR = path.resolve('out/test-nomenclature');

export default function buildNomenclature(): void {
	openNomenclature(path.resolve('resources'), NOMENCLATURE_DIR).close();
}
