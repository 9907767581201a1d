import type { Letter } from '#app/gateways/mail.ts'

/**
 * Makes the copy of a letter for the venue's archive, from which a lost booking is found again: subject, text and
 * invoices. The copy gives access to nothing: links into the shop lead to its start page, because many hold a key, and
 * codes of vouchers and all other attachments are left out.
 */
export function archiveCopy(
	letter: Letter,
	{ to, origin }: { to: string; origin: string },
): Letter {
	const { messageId, answers: _, attachments = [], ...rest } = letter
	return {
		...rest,
		to,
		text: withoutKeys(letter.text, origin),
		html: withoutKeys(letter.html, origin),
		attachments: attachments.filter(({ filename }) => INVOICE.test(filename)),
		messageId: messageId.replace('@', '.archive@'),
	}
}

/** Matches the name of an invoice's file: 'Rechnung-RE-2026-000042.pdf'. */
const INVOICE = /-[A-Z]{2}-\d{4}-\d{6,}\.(pdf|xml)$/

/** Matches the code of a voucher, with or without its dashes: see `generateCode`. */
const CODE = /\b[2-9A-HJ-NP-Z]{4}(-?[2-9A-HJ-NP-Z]{4}){3}\b/g

/**
 * Cuts every link into the shop after its host, also one within the link of another program, and hides codes of
 * vouchers.
 */
function withoutKeys(text: string, origin: string): string {
	return [origin, encodeURIComponent(origin)]
		.reduce((all, start) => {
			const [first = '', ...others] = all.split(start)
			return [first, ...others.map((part) => part.replace(/^[^\s"'<>)\]]*/, ''))].join(start)
		}, text)
		.replaceAll(CODE, '••••')
}
