import { accountLetter, type AccountLetter } from '#app/emails/account-letter.ts'
import { env } from '#app/gateways/env.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { isTaken, issueToken } from '#app/models/visitor/account-token.server.ts'
import { findAccount, type Account } from '#app/models/visitor/account.server.ts'
import type { AccountLetterKind } from '#app/models/visitor/account.ts'

/**
 * Writes to the owner of an account. A link in it is made now, so that its secret stands nowhere else; sent
 * twice after a lost answer, the newer link is good. An account that is gone, or never was, gets none.
 * @throws MailDelayed, MailRefused
 */
export async function mailAccount(accountId: string, letter: AccountLetterKind): Promise<void> {
	const account = await findAccount(accountId)
	if (!account) return
	const kind = letter === 'welcome' && (await isTaken(account)) ? 'taken' : letter
	const link = env.APP_ORIGIN + (await pathFor(account, kind))
	const { locale, person, username } = account
	const venue = currentVenue()
	await deliver({
		...accountLetter({ kind, venue, locale, person, username, link }, translator(locale)),
		to: username,
		from: { name: venue.name, address: venue.contact.email },
		messageId: `<${crypto.randomUUID()}.${kind}@${new URL(env.APP_ORIGIN).hostname}>`,
	})
}

async function pathFor({ id }: Account, kind: AccountLetter['kind']): Promise<string> {
	switch (kind) {
		case 'welcome':
		case 'verify':
			return `/verify-email/${await issueToken(id, 'verify')}`
		case 'reset':
			return `/reset-password/${await issueToken(id, 'reset')}`
		case 'taken':
		case 'passwordChanged':
			return '/forgot-password'
	}
}
