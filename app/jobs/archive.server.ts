import { archiveCopy } from '#app/emails/archive-copy.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import type { Letter } from '#app/gateways/mail.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Sends a copy of a letter to the venue's address for its archive, where it has one. A failure is logged with what the
 * letter is `about`, so that the letter itself is not sent again.
 */
export async function archive(
	letter: Letter,
	about: { orderId: string } | { withdrawalId: string },
): Promise<void> {
	// The address in force, which the venue of an older order's terms may not have.
	const { archive: to } = currentVenue()
	if (to === undefined) return
	await deliver(archiveCopy(letter, { to, origin: env.APP_ORIGIN })).catch((err: unknown) =>
		log.error({ ...about, err }, 'a copy for the archive was not delivered'),
	)
}
