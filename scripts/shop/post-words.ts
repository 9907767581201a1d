import type { PostedGift } from '#app/models/order/posted-gifts.server.ts'
import { dayOf } from '#app/models/venue/day.ts'
import { countryOf, nameAbroad } from '#app/models/visitor/country.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { forTerminal, money } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/**
 * Returns the lines about gift vouchers to be sent by post: one for each with its code, and below it the address and
 * the words to write on it.
 */
export function postWords(gifts: readonly PostedGift[], words: TerminalWords): string[] {
	return gifts.flatMap((gift) => linesOf(gift, words)).map(forTerminal)
}

function linesOf(
	{ number, paidAt, code, amount, validUntil, ...gift }: PostedGift,
	words: TerminalWords,
) {
	const parts = [money(amount), validUntil && words.validUntil(validUntil)].filter(Boolean)
	return [
		`${number}  ${paidAt ? dayOf(paidAt) : ''}  ${groupedCode(code)}  ${parts.join(', ')}`,
		`    ${words.to}: ${addressOf(gift.person)}`,
		...giftParts.flatMap((part) =>
			gift.words[part] ? `    ${words.giftParts[part]}: ${gift.words[part]}` : [],
		),
	]
}

const giftParts = ['for', 'from', 'message'] as const

/** Returns the customer's address for a letter from Germany, whose post reads a country abroad in German. */
function addressOf(person: OrderedPerson) {
	const { firstName, lastName, street, supplement, postcode, city, organisation } = person
	const name = `${firstName} ${lastName}`
	const abroad = nameAbroad(countryOf(person), 'de-DE')
	const parts = [organisation?.name, name, street, supplement, `${postcode} ${city}`, abroad]
	return parts.filter(Boolean).join(', ')
}
