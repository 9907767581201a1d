import { archiveCopy } from '#app/emails/archive-copy.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import type { Letter } from '#app/gateways/mail.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Sends a copy of a letter to the venue's address for its archive, where it has one. A failure is logged, so that the
 * letter itself is not sent again.
 */
export async function archive(
	letter: Letter,
	{ archive: to }: Venue,
	orderId: string,
): Promise<void> {
	if (to === undefined) return
	await deliver(archiveCopy(letter, { to, origin: env.APP_ORIGIN })).catch((err: unknown) =>
		log.error({ orderId, err }, 'a copy for the archive was not delivered'),
	)
}
