import type { RouterContextProvider } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import type { Order } from '#app/models/order/order.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import { partyTypes } from '#app/models/party-types.ts'
import { questionsOf } from '#app/models/product/answer.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { withNumbers, type Numbers } from '#app/routes/booking/change-typed.ts'
import type { Changing } from '#app/routes/booking/changing.server.ts'
import type { DiffRow } from '#app/routes/booking/diff-table.tsx'

type Context = Readonly<RouterContextProvider>

/** The texts of a booking by the name of their field. */
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
		}),
	}
}

/** The texts that a form has posted, by the name of their field. */
export function typedTexts(formData: FormData): Record<string, string> {
	const ofTexts = /^(?:party|answers|person)\.[\w-]{1,60}$/
	return Object.fromEntries(
		[...formData].flatMap(([name, value]) =>
			ofTexts.test(name) && typeof value === 'string' ? [[name, value]] : [],
		),
	)
}

/** The party types and questions of a booking with these numbers. */
export function askedTexts({ cart }: Pick<Changing, 'cart'>, numbers: Numbers) {
	const venue = currentVenue()
	const typed = withNumbers(venue, cart, numbers)
	return { types: offeredPartyTypes(venue, typed), questions: questionsOf(venue, typed.lines) }
}

/** The rows of texts that differ: names, answers and, where they may be corrected, name and mail address. */
export function textRows(
	context: Context,
	order: Order,
	{ plan, person }: { plan: Plan; person: Person | null },
): DiffRow[] {
	const { t, locale } = i18nOf(context)
	const { party, answers } = plan.texts ?? { party: order.party, answers: order.answers }
	const ids = [...new Set([...Object.keys(order.answers), ...Object.keys(answers)])]
	const kind = (of: OrderedParty | null) => (of ? t(`party.types.${of.type}`) : null)
	return [
		...row(t('party.type'), kind(order.party), kind(party)),
		...row(t(`party.names.${party?.type ?? partyTypes[0]}`), order.party?.name, party?.name),
		...row(t('party.contactPerson'), order.party?.contactPerson, party?.contactPerson),
		...ids.flatMap((id) => {
			const label = (answers[id] ?? order.answers[id])?.label
			return row(label ? inLocale(label, locale) : id, order.answers[id]?.text, answers[id]?.text)
		}),
		...(person
			? [
					...row(t('person.firstName'), order.person.firstName, person.firstName),
					...row(t('person.lastName'), order.person.lastName, person.lastName),
					...row(t('person.email'), order.person.email, person.email),
				]
			: []),
	]
}

function row(
	term: string,
	was: string | null | undefined,
	now: string | null | undefined,
): DiffRow[] {
	return (was ?? '') === (now ?? '')
		? []
		: [{ term, was: was || '–', now: now || '–', isText: true }]
}

export type Person = { firstName: string; lastName: string; email: string }

/** The rows of what was typed, without asking whether it can be had: to be read out on the telephone. */
export function typedRows(
	context: Context,
	{ order, rights, cart }: Changing,
	{ numbers, typed }: { numbers: Numbers; typed: Record<string, string> },
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
		if (text === was || (text === '' && was === '')) return []
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
