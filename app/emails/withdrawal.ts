import type { TFunction } from 'i18next'

import { paragraph, quoted, quotedInShort, type Block, type Fact } from '#app/emails/letter.ts'
import { closing, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { Withdrawal, WithdrawalFinding } from '#app/models/order/withdrawal.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Received = Omit<Withdrawal, 'note'> & {
	note: string | null
	receivedAt: Date
	locale: Locale
	finding: WithdrawalFinding
	/** True when the order that the declaration names was placed with the e-mail address that it names. */
	isOfCustomer: boolean
}
type Letter = { withdrawal: Received; venue: Venue }

/**
 * Writes to the sender that a declaration of withdrawal has come, with its time and its words (§ 356a (4) BGB). A
 * stranger may have typed another person's address: where no order of that address is named, the words are cut short
 * (faults M13).
 */
export function withdrawalReceipt({ withdrawal, venue }: Letter, t: TFunction): Mail {
	return letter({ withdrawal, venue }, t('mail.withdrawal.subject'), [
		paragraph(t('mail.hello')),
		paragraph(t('mail.withdrawal.received', momentOf(withdrawal))),
		{ kind: 'facts', facts: factsOf(withdrawal, t, wordsFor(withdrawal)) },
		paragraph(t('mail.withdrawal.next')),
		...closing({ order: withdrawal, venue }, t),
	])
}

/** Writes to the venue that a declaration of withdrawal has come, and what the shop knows of the contract. */
export function withdrawalNotice({ withdrawal, venue }: Letter, t: TFunction): Mail {
	const { contract } = withdrawal
	return letter({ withdrawal, venue }, t('mail.withdrawal.operator.subject', { contract }), [
		paragraph(t('mail.withdrawal.operator.what', momentOf(withdrawal))),
		{ kind: 'facts', facts: factsOf(withdrawal, t) },
		paragraph(t(`mail.withdrawal.operator.${withdrawal.finding}`)),
		paragraph(t('mail.withdrawal.operator.todo')),
	])
}

function letter({ withdrawal, venue }: Letter, subject: string, blocks: Block[]): Mail {
	return mailOf({ subject, venue, locale: withdrawal.locale }, blocks)
}

function momentOf({ receivedAt, locale }: Received) {
	return { day: formatDay(receivedAt, locale), time: formatTime(receivedAt, locale) }
}

/** The characters of the typed text that a stranger reads: enough for a name, an order number, a few words. */
const SHORT = 40

function wordsFor({ isOfCustomer }: Received): (text: string) => string {
	return isOfCustomer ? quoted : (text) => quotedInShort(text, SHORT)
}

function factsOf(
	{ name, contract, email, note }: Received,
	t: TFunction,
	words: (text: string) => string = (text) => text,
): Fact[] {
	return [
		{ label: t('mail.withdrawal.name'), value: words(name) },
		{ label: t('mail.withdrawal.contract'), value: words(contract) },
		{ label: t('mail.withdrawal.email'), value: email },
		...(note ? [{ label: t('mail.withdrawal.part'), value: words(note) }] : []),
	]
}
