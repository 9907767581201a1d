import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { AccountLetterKind } from '#app/models/visitor/account.ts'

export type AccountLetter = {
	/** The kind of the letter; `taken` and `usernameTaken` tell an account's owner that a visitor typed its address. */
	kind: AccountLetterKind | 'taken' | 'usernameTaken'
	venue: Venue
	locale: Locale
	/**
	 * The name of the account's owner; null where the address has not been verified: a stranger may have typed the name
	 * (faults F21).
	 */
	person: { firstName: string; lastName: string } | null
	/** The address that the letter is about and goes to. */
	username: string
	/** The number of passkeys that the account has; null where the letter is not about them. */
	passkeys: number | null
	/** The target of the button; built from the shop's own address, never from a request. */
	link: string
}

/** Writes to the owner of an account: the event, one button, and advice for the case that it was not the owner. */
export function accountLetter(data: AccountLetter, t: TFunction): Mail {
	const { kind, venue, locale, username, passkeys, link } = data
	const values = { venue: venue.name, username, ...venue.contact }
	const subject = t(`mail.account.${kind}.subject`, values)
	const button: Block = { kind: 'link', label: t(`mail.account.${kind}.button`), href: link }
	const notYou: Block = paragraph(t(`mail.account.${kind}.notYou`, values))
	const blocks: Block[] = [
		...greeting(data, t),
		paragraph(t(`mail.account.${kind}.what`, values)),
		...(passkeys === null ? [] : [passkeysLeft(passkeys, t)]),
		...(warnings.has(kind) ? [notYou, button] : [button, notYou]),
		...closing({ order: { locale }, venue }, t),
	]
	return mailOf({ subject, venue, locale }, blocks)
}

/** Writes the line that names the passkeys, because they still sign in after a new password (faults M8). */
function passkeysLeft(count: number, t: TFunction): Block {
	const line =
		count === 0
			? t('mail.account.passwordChanged.noPasskeys')
			: t('mail.account.passwordChanged.passkeys', { count })
	return paragraph(line)
}

/** The letters whose button is only for an owner who did not do what the letter tells. */
const warnings = new Set<AccountLetter['kind']>([
	'passwordChanged',
	'passkeyAdded',
	'usernameWanted',
	'usernameChanged',
])
