import { z } from 'zod'

import { inLocale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { email as emailSchema } from '#app/models/email.ts'
import { emailOf } from '#app/models/order/order.ts'
import { hasParty } from '#app/models/order/party.ts'
import { unprintableIn } from '#app/models/printable.ts'
import { questionsOf, WISHES } from '#app/models/product/answer.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { LONGEST_PARTY_NAME } from '#app/models/visitor/party.ts'
import { LONGEST_NAME, person as personSchema } from '#app/models/visitor/person.ts'
import type { DeskWords } from '#desk/i18n/words.ts'

/** The sentence that says why a call is not booked, and the complaint at each field by the field's name. */
export type CallProblems = { problem: string; at: Record<string, string> }

const { firstName, lastName, phone } = personSchema.shape
const caller = z.object({ firstName, lastName, phone: phone.unwrap() })

/**
 * Returns the reasons why a call cannot be booked, of the first kind that applies: texts that no paper can show (faults
 * N12), texts that are longer than anybody may type later (faults N392), fields that lack something or hold what cannot
 * be. Null when there is none.
 */
export function callProblems(
	cart: Cart,
	{ t }: Pick<Words, 't'>,
	desk: Pick<DeskWords, 't' | 'locale'>,
): CallProblems | null {
	const signs = Object.entries(textsOf(cart)).flatMap(([name, text]) => {
		const found = unprintableIn(text).slice(0, 5)
		return found.length > 0 ? [[name, found] as const] : []
	})
	const sentence = (found: Iterable<string>) =>
		t('validation.unprintable', { signs: [...found].join(' ') })
	if (signs.length > 0)
		return {
			problem: sentence(new Set(signs.flatMap(([, found]) => found))),
			at: Object.fromEntries(signs.map(([name, found]) => [name, sentence(found)])),
		}
	const tooLong = tooLongIn(cart, desk)
	if (tooLong.length > 0)
		return {
			problem: tooLong.map(([, words]) => words).join(' '),
			at: Object.fromEntries(tooLong),
		}
	const missing = missingIn(cart)
	if (missing.length === 0) return null
	const names = missing.map((name) => desk.t(`phone.${name}`))
	return {
		problem: desk.t('phone.missing', { what: names.join(' · ') }),
		at: Object.fromEntries(missing.map((name) => [name, desk.t('phone.pleaseAsk')])),
	}
}

/** Returns the texts of a call that are printed, by the names of their fields. */
function textsOf({ person, party, answers }: Cart): Record<string, string> {
	const ofProducts = Object.entries(answers).map(([id, text]) => {
		return [id === WISHES ? 'wishes' : `a.${id}`, text] as const
	})
	return {
		firstName: person?.firstName ?? '',
		lastName: person?.lastName ?? '',
		child: party?.name ?? '',
		...Object.fromEntries(ofProducts),
	}
}

/** Returns the sentences about texts that are too long, with the names of their fields. */
function tooLongIn(cart: Cart, desk: Pick<DeskWords, 't' | 'locale'>): [string, string][] {
	const names = (['firstName', 'lastName', 'child'] as const).map((name) => {
		const max = name === 'child' ? LONGEST_PARTY_NAME : LONGEST_NAME
		return { name, label: desk.t(`phone.${name}`), max }
	})
	const asked = questionsOf(currentVenue(), cart.lines).map(({ productId, label, max }) => {
		return { name: `a.${productId}`, label: inLocale(label, desk.locale), max }
	})
	const texts = textsOf(cart)
	return [...names, ...asked].flatMap(({ name, label, max }): [string, string][] => {
		const isTooLong = (texts[name] ?? '').length > max
		return isTooLong ? [[name, desk.t('booking.changeForm.textTooLong', { label, max })]] : []
	})
}

type Missing = 'firstName' | 'lastName' | 'phone' | 'email' | 'child'

/**
 * Returns the names of the fields that are missing or cannot be read: first and last name, telephone, a mail address
 * that was given, and the child of a party.
 */
function missingIn(cart: Cart): Missing[] {
	const { person, party } = cart
	const read = caller.safeParse(person)
	const wrong = new Set(read.success ? [] : read.error.issues.map(({ path: [name] }) => name))
	const mail = person && emailOf(person)
	return [
		...(['firstName', 'lastName', 'phone'] as const).filter((name) => wrong.has(name)),
		...(mail && !emailSchema.safeParse(mail).success ? (['email'] as const) : []),
		...(hasParty(currentVenue(), cart) && !party?.name ? (['child'] as const) : []),
	]
}
