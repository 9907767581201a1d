import { findAsked } from '#app/gateways/pictures.server.ts'

/** Returns the picture on top of printed gift vouchers as a JPEG; null when it cannot be made now. */
export async function loadVoucherArt(): Promise<Buffer | null> {
	const art = await findAsked('pictures/hero.svg', { format: 'jpeg', width: 1280, height: 800 })
	return art && ((await art.kept()) ?? (await art.make()))
}
