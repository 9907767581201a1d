import { makePicture } from '#app/gateways/pictures.server.ts'

/** The scene on top of gift vouchers as a file can hold it; null when it cannot be made now. */
export async function loadVoucherArt(): Promise<Buffer | null> {
	const picture = await makePicture('pictures/hero.svg', {
		format: 'jpeg',
		resize: '1280x800',
		quality: '85',
	})
	return picture === null || picture === 'busy' ? null : picture.data
}
