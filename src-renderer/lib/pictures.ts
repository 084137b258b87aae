// Pictures that the user chooses: decoded here, in the sandboxed page, and drawn again in a small size, so that no file from outside
// reaches the station.
import { t } from '../../src-contract/i18n';

/** Longer side of a stored picture, twice that of the largest place where it is shown. */
const LONGER_SIDE_PX = 480;
const JPEG_QUALITY = 0.8;

/**
 * Draws a picture as a JPEG file. Transparent parts become white.
 * @throws Error when the file is no picture that the page can decode
 */
export async function drawSmallPicture(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
	const bitmap = await createImageBitmap(file).catch(() => {
		throw new Error(t('The picture cannot be read. Nothing was saved.'));
	});
	try {
		const scale = Math.min(1, LONGER_SIDE_PX / Math.max(bitmap.width, bitmap.height));
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(bitmap.width * scale)),
			Math.max(1, Math.round(bitmap.height * scale)),
		);
		const context = canvas.getContext('2d');
		if (!context) throw new Error(t('The picture cannot be read. Nothing was saved.'));
		context.fillStyle = 'white';
		context.fillRect(0, 0, canvas.width, canvas.height);
		context.imageSmoothingQuality = 'high';
		context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
		const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
		return new Uint8Array(await blob.arrayBuffer());
	} finally {
		bitmap.close();
	}
}
