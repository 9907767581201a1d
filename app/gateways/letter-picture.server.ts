import { log } from '#app/gateways/log.server.ts'
import { findAsked } from '#app/gateways/pictures.server.ts'

/**
 * Returns a picture of the venue ('/pictures/park.svg') as a JPEG for a letter; null without a path, or when it cannot
 * be made now: the letter is complete without it.
 */
export async function loadLetterPicture(path: string | null): Promise<Buffer | null> {
	if (path === null) return null
	try {
		const file = path.replace(/^\//, '')
		const asked = await findAsked(file, { format: 'jpeg', width: 640, height: 400 })
		return asked && ((await asked.kept()) ?? (await asked.make()))
	} catch (err) {
		log.error({ path, err }, 'a mail goes without its picture')
		return null
	}
}
