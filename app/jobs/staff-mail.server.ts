import { staffLetter } from '#app/emails/staff-letter.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { makeLink } from '#app/models/staff/link.server.ts'
import { findAddressee } from '#app/models/staff/staff.server.ts'
import type { Actor } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails a member of staff the link to set a way in at the desk. The link is made now, so that its secret is stored
 * nowhere else; when the letter is sent twice after a lost answer, the newer link works. No letter goes to a person who
 * has left the staff.
 * @throws MailDelayed, MailRefused
 */
export async function mailStaff(
	staffId: string,
	{ origin, madeBy }: { origin: string; madeBy: Actor },
): Promise<void> {
	const person = await findAddressee(staffId, madeBy)
	if (!person) return
	const venue = currentVenue()
	const link = `${origin}/welcome/${await makeLink(staffId, madeBy)}`
	await deliver({
		...staffLetter({ ...person, venue, link }, translator(person.locale)),
		to: person.email,
		from: { name: venue.name, address: venue.contact.email },
		messageId: `<${crypto.randomUUID()}.staff@${new URL(origin).hostname}>`,
	})
}
