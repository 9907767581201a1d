import { findAsked } from '#app/gateways/pictures.server.ts'

/** The scene on top of gift vouchers as a file can hold it; null when it cannot be made now. */
export async function loadVoucherArt(): Promise<Buffer | null> {
	const art = await findAsked('pictures/hero.svg', { format: 'jpeg', width: 1280, height: 800 })
	return art && ((await art.kept()) ?? (await art.make()))
}
