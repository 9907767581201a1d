import { withdrawalNotice, withdrawalReceipt } from '#app/emails/withdrawal.ts'
import { env } from '#app/gateways/env.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { archive } from '#app/jobs/archive.server.ts'
import { findWithdrawal } from '#app/models/order/withdrawal.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails about a declaration of withdrawal (§ 356a BGB): to its sender, to confirm it, or to the venue. The archive
 * gets a copy of the confirmation. Called twice, it sends the same letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailWithdrawal(
	withdrawalId: string,
	to: 'sender' | 'operator',
): Promise<void> {
	const withdrawal = await findWithdrawal(withdrawalId)
	if (!withdrawal) throw new Error('a mail for a withdrawal that is not there')
	const venue = currentVenue()
	const mail =
		to === 'sender'
			? withdrawalReceipt({ withdrawal, venue }, translator(withdrawal.locale))
			: withdrawalNotice(
					{ withdrawal: { ...withdrawal, locale: defaultLocale }, venue },
					translator(defaultLocale),
				)
	const letter = {
		...mail,
		to: to === 'sender' ? withdrawal.email : venue.contact.email,
		from: { name: venue.name, address: venue.contact.email },
		messageId: `<${withdrawalId}.${to}@${new URL(env.APP_ORIGIN).hostname}>`,
	}
	await deliver(letter)
	if (to === 'sender') await archive(letter, { withdrawalId })
}
