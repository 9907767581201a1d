import type { RouterContextProvider } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { Correction } from '#app/models/booking/correct-person.server.ts'
import { textRow, textRows as ofTexts, type DiffRow } from '#app/models/booking/difference.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { withNumbers, type TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import type { Order } from '#app/models/order/order.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import { partyTypes } from '#app/models/party-types.ts'
import { questionsOf } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { ChangeContext } from '#app/routes/booking/changing.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Returns the texts of a booking by the name of their field: party and answers, with `hasPerson` also name and mail
 * address.
 */
export function textsOf(
	{ party, answers, person }: Order,
	hasPerson: boolean,
): Record<string, string> {
	const { firstName, lastName, email } = person
	return {
		...(party && {
			'party.type': party.type,
			[`party.${party.type}`]: party.name,
			...(party.contactPerson && { 'party.contactPerson': party.contactPerson }),
		}),
		...Object.fromEntries(Object.entries(answers).map(([id, { text }]) => [`answers.${id}`, text])),
		...(hasPerson && {
			'person.firstName': firstName,
			'person.lastName': lastName,
			'person.email': email,
			'person.seen': markOf(person),
		}),
	}
}

/**
 * Returns the texts of a form that comes back, as they were typed. Name and mail address are those of the order
 * instead, when they were corrected elsewhere since the form was shown (faults K90).
 */
export function textsAgain(
	order: Order,
	hasPerson: boolean,
	typed: Record<string, string> = {},
): Record<string, string> {
	const texts = textsOf(order, hasPerson)
	const isCorrected = typed['person.seen'] !== texts['person.seen']
	const shown = Object.entries(typed).filter(([name]) => !isCorrected || !ofPerson.test(name))
	return { ...texts, ...Object.fromEntries(shown) }
}

/** Returns the texts that the check page sends on; without name and mail address when `person` corrects nothing. */
export function textsToCheck(
	typed: Record<string, string>,
	person: Correction | null,
): Record<string, string> {
	return Object.fromEntries(
		Object.entries(typed).filter(([name]) => person || !ofPerson.test(name)),
	)
}

const ofPerson = /^person\./

/** Returns a mark of a person's name and mail address, 16 signs that change with them. */
function markOf({ firstName, lastName, email }: Person): string {
	return sha256(JSON.stringify([firstName, lastName, email])).slice(0, 16)
}

/**
 * Returns the parts of name and mail address that a form corrects; null when it corrects none. Refuses a form that has
 * shown other values than the order has now: what it holds may be those from before a correction (faults K90).
 */
export function correctionIn(
	{ person }: Order,
	{ seen, ...typed }: Person & { seen?: string | undefined },
): Result<Correction | null> {
	const differing = Object.entries(typed).filter(
		([name, value]) => person[name as keyof Person] !== value,
	)
	if (differing.length === 0) return ok(null)
	return seen === markOf(person) ? ok(Object.fromEntries(differing)) : refuse('booking.changed')
}

/**
 * True when a form that corrects nothing now has shown another name or mail address than the order has: its correction
 * was made meanwhile, so the button was pressed twice.
 */
export function isCorrectedAlready(
	{ person }: Order,
	typed: { seen?: string | undefined } | undefined,
): boolean {
	return typed?.seen !== undefined && typed.seen !== markOf(person)
}

/** Returns the texts that a form has posted, by the name of their field. */
export function typedTexts(formData: FormData): Record<string, string> {
	const ofTexts = /^(?:party|answers|person)\.[\w-]{1,60}$/
	return Object.fromEntries(
		[...formData].flatMap(([name, value]) =>
			ofTexts.test(name) && typeof value === 'string' ? [[name, value]] : [],
		),
	)
}

/**
 * Returns the answers whose fields the form has posted by product id, emptied ones as well (faults N192); undefined
 * without any.
 */
export function postedAnswers(
	typed: Record<string, string>,
	answers: Record<string, string> = {},
): Record<string, string> | undefined {
	const posted = Object.entries(typed).flatMap(([field, text]) => {
		const id = /^answers\.(.+)$/.exec(field)?.[1]
		if (id === undefined) return []
		const answer = text === '' ? '' : answers[id]
		return answer === undefined ? [] : [[id, answer]]
	})
	return posted.length > 0 ? Object.fromEntries(posted) : undefined
}

/** Returns the party types and questions that the form of a change offers for these numbers. */
export function askedTexts({ cart }: Pick<ChangeContext, 'cart'>, numbers: TypedNumbers) {
	const venue = currentVenue()
	const typed = withNumbers(venue, cart, numbers)
	return { types: offeredPartyTypes(venue, typed), questions: questionsOf(venue, typed.lines) }
}

/**
 * Returns the rows of the texts that a change makes differ: party, answers and, where corrected, name and mail address.
 */
export function textRows(
	context: Context,
	order: Order,
	{ plan, person }: { plan: Plan; person: Correction | null },
): DiffRow[] {
	const i18n = i18nOf(context)
	const { t } = i18n
	const corrected = { ...order.person, ...person }
	return [
		...ofTexts(i18n, order, plan.texts ?? order),
		...textRow(t('person.firstName'), order.person.firstName, corrected.firstName),
		...textRow(t('person.lastName'), order.person.lastName, corrected.lastName),
		...textRow(t('person.email'), order.person.email, corrected.email),
	]
}

type Person = { firstName: string; lastName: string; email: string }

/**
 * Returns rows of the typed numbers and texts that differ from the booking, to be read out on the telephone. They are
 * not checked for free places.
 */
export function typedRows(
	context: Context,
	{ order, rights, cart }: ChangeContext,
	{ numbers, typed }: { numbers: TypedNumbers; typed: Record<string, string> },
): DiffRow[] {
	const { t, locale } = i18nOf(context)
	const venue = currentVenue()
	const after = withNumbers(venue, cart, numbers).lines
	const ids = [...new Set([...cart.lines, ...after].map(({ id }) => id))]
	const numbersThatDiffer = ids.flatMap((id) => {
		const [was, now] = [cart.lines, after].map((lines) => lines.find((line) => line.id === id))
		const product = findProduct(venue, (now ?? was)?.productId ?? '')
		if (!product || was?.quantity === now?.quantity) return []
		const term = inLocale(product.name, locale)
		return [{ term, was: String(was?.quantity ?? 0), now: String(now?.quantity ?? 0) }]
	})
	const before = textsOf(order, rights === 'all')
	const texts = Object.entries(typed).flatMap(([field, text]) => {
		const was = before[field] ?? ''
		if (text === was || (text === '' && was === '') || field === 'person.seen') return []
		return [
			{ term: labelOf(context, order, field), was: was || '–', now: text || '–', isText: true },
		]
	})
	return [...numbersThatDiffer, ...texts].map((row) => ({
		...row,
		now: row.now || t('changing.none'),
	}))
}

function labelOf(context: Context, order: Order, field: string): string {
	const { t, locale } = i18nOf(context)
	const [kind, name = ''] = field.split('.')
	if (kind === 'answers') {
		const label = order.answers[name]?.label ?? findProduct(currentVenue(), name)?.asks?.label
		return label ? inLocale(label, locale) : t('changing.answers')
	}
	if (kind === 'person') return t('changing.person')
	const type = partyTypes.find((known) => known === name)
	if (type) return t(`party.names.${type}`)
	return name === 'contactPerson' ? t('party.contactPerson') : t('party.type')
}
