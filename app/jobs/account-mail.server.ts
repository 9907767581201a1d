import { accountLetter, type AccountLetter } from '#app/emails/account-letter.ts'
import { env } from '#app/gateways/env.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { isTaken, issueToken } from '#app/models/visitor/account-token.server.ts'
import { findAccount, type Account } from '#app/models/visitor/account.server.ts'
import { usernameKey, type AccountLetterKind } from '#app/models/visitor/account.ts'
import { countAttempt, hasAttemptsLeft } from '#app/models/visitor/attempts.server.ts'
import { listPasskeys } from '#app/models/visitor/passkey.server.ts'
import { findNewUsername, issueUsernameToken } from '#app/models/visitor/username.server.ts'

/**
 * Mails a letter about an account to its owner, at its username or at `to`. The letter's link is made now, so that its
 * secret is stored nowhere else; when the letter is sent twice after a lost answer, the newer link works. No letter
 * goes to an account that does not exist (any more), none about verifying to a verified one, and none to a new username
 * that is no longer wanted.
 * @throws MailDelayed, MailRefused
 */
export async function mailAccount(
	accountId: string,
	letter: AccountLetterKind,
	to?: string,
): Promise<void> {
	const account = await findAccount(accountId)
	const addressed = account && (await addressedLetter(account, letter, to))
	if (!addressed) return
	const { kind, path } = addressed
	const { locale, person, username, verifiedAt } = account
	const address = addressed.to ?? to ?? username
	const venue = currentVenue()
	const isKnown = verifiedAt !== null && address === username
	const counted = verifiedAt === null && notices.has(letter) ? usernameKey(address) : null
	if (!(await hasAttemptsLeft('noticeTo', [counted]))) return
	const passkeys = letter === 'passwordChanged' ? (await listPasskeys(accountId)).length : null
	const content = { kind, venue, locale, username: address, passkeys, link: env.APP_ORIGIN + path }
	await deliver({
		...accountLetter({ ...content, person: isKnown ? person : null }, translator(locale)),
		to: address,
		from: { name: venue.name, address: venue.contact.email },
		messageId: `<${crypto.randomUUID()}.${kind}@${new URL(env.APP_ORIGIN).hostname}>`,
	})
	// Counted after the letter was sent, because a letter that the mail server did not take is tried again.
	await countAttempt('noticeTo', [counted])
}

/**
 * The letters about changes in an account. An unverified address gets a few of them, whichever account has named it
 * (faults F10); the other letters are counted when they are requested.
 */
const notices = new Set<AccountLetterKind>(['passwordChanged', 'passkeyAdded', 'usernameWanted'])

type Addressed = { kind: AccountLetter['kind']; path: string; to?: string }

async function addressedLetter(
	account: Account,
	letter: AccountLetterKind,
	to: string | undefined,
): Promise<Addressed | null> {
	const { id } = account
	switch (letter) {
		case 'welcome':
		case 'verify':
			if (account.verifiedAt) return null
			if (await isTaken(account)) return { kind: 'taken', path: '/forgot-password' }
			return { kind: letter, path: `/verify-email/${await issueToken(id, 'verify')}` }
		case 'reset':
			return { kind: letter, path: `/reset-password/${await issueToken(id, 'reset')}` }
		case 'changeUsername':
			return toNewUsername(id, to)
		case 'passwordChanged':
		case 'usernameWanted':
			return { kind: letter, path: '/forgot-password' }
		case 'passkeyAdded':
			return { kind: letter, path: '/account/access-data/passkeys' }
		case 'usernameChanged':
			return { kind: letter, path: '/pages/impressum' }
	}
}

/**
 * Chooses the letter to a wanted new username: a link, or a notice to its owner where the address is the username of
 * another account. Null for an address other than `asked`, for which the letter was counted (faults F10); jobs of older
 * builds have no `asked`.
 */
async function toNewUsername(id: string, asked: string | undefined): Promise<Addressed | null> {
	const to = await findNewUsername(id)
	if (to === null || to !== (asked ?? to)) return null
	if (await isTaken({ id, username: to })) return { kind: 'usernameTaken', path: '/login', to }
	const token = await issueUsernameToken(id, to)
	return token === null ? null : { kind: 'changeUsername', path: `/verify-email/${token}`, to }
}
