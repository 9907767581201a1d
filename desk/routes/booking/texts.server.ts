import { inLocale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { withNumbers, type TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { unprintableIn } from '#app/models/printable.ts'
import { questionsOf, WISHES } from '#app/models/product/answer.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { LONGEST_PARTY_NAME, type OrderedParty } from '#app/models/visitor/party.ts'
import type { Typed } from '#desk/http/typed.server.ts'
import type { Dossier } from '#desk/routes/booking/dossier.server.ts'

/**
 * A text field of the form that changes a booking; `value` is the text as it was typed, `saved` the booked one, `max`
 * the most characters.
 */
type TextField = { field: string; label: string; value: string; saved: string; max: number }

/**
 * The texts of a booking as fields: the party's type, names and age, and the answers to the questions of its products.
 */
export type TextsView = {
	types: { value: PartyType; label: string }[]
	type: PartyType | null
	fields: TextField[]
	/** True where a typed text, or the chosen type, differs from the booked one. */
	isOpen: boolean
}

const LONGEST_AGE = 3

/** Returns the text fields of a booking with what was typed, or else with what is booked. */
export function textsView(
	dossier: Dossier,
	cart: Cart,
	numbers: TypedNumbers,
	typed: Typed,
): TextsView {
	const venue = currentVenue()
	const { party, answers, day } = dossier.history.order
	const { t, locale } = dossier.words
	const shop = wordsOf(locale)
	const lines = withNumbers(venue, cart, numbers).lines
	const offered = party ? offeredPartyTypes(venue, { lines }) : []
	const field = (name: string, label: string, booked: string | null, max: number): TextField => {
		const saved = booked ?? ''
		return { field: name, label, value: typed[name] ?? saved, saved, max }
	}
	const wishes = day === null ? [] : [{ productId: WISHES, label: null, max: 200 }]
	const fields = [
		...(party
			? [
					field('party.name', t('booking.changeForm.celebrant'), party.name, LONGEST_PARTY_NAME),
					field('party.age', t('booking.changeForm.age'), ageOf(party), LONGEST_AGE),
					field(
						'party.contactPerson',
						shop.t('party.contactPerson'),
						party.contactPerson,
						LONGEST_PARTY_NAME,
					),
				]
			: []),
		...[...questionsOf(venue, lines), ...wishes].map(({ productId, label, max }) =>
			field(
				`answers.${productId}`,
				label ? inLocale(label, locale) : t('booking.changeForm.wishes'),
				answers[productId]?.text ?? null,
				max,
			),
		),
	]
	const type = offered.find((it) => it === typed['party.type']) ?? party?.type ?? null
	return {
		types: offered.map((value) => ({ value, label: shop.t(`party.types.${value}`) })),
		type,
		fields,
		isOpen: type !== (party?.type ?? null) || fields.some(({ value, saved }) => value !== saved),
	}
}

function ageOf({ age }: OrderedParty): string | null {
	return age ? String(age) : null
}

/**
 * Returns the party and the answers that a form asks for, undefined where it has no field for them: those stay as
 * booked.
 */
export function typedTexts(dossier: Dossier, view: TextsView, typed: Typed) {
	const { party } = dossier.history.order
	const valueOf = (name: string) => view.fields.find(({ field }) => field === name)?.value.trim()
	const answers = view.fields
		.filter(({ field }) => field.startsWith('answers.') && field in typed)
		.map(({ field, value }) => [field.slice('answers.'.length), value.trim()])
	const changed: OrderedParty | undefined =
		party && 'party.name' in typed
			? {
					type: view.type ?? party.type,
					name: valueOf('party.name') ?? party.name,
					contactPerson: valueOf('party.contactPerson') || null,
					age: Number(valueOf('party.age')) || null,
				}
			: undefined
	return {
		party: changed,
		answers: answers.length > 0 ? Object.fromEntries(answers) : undefined,
	}
}

/**
 * Returns the sentence about the first typed text that is missing, too long, or cannot be printed; null when all are in
 * order. A text that differs in nothing from the booked one is not judged, so that it keeps no number from being
 * changed (faults N393).
 */
export function textProblem({ words: { t } }: Dossier, { fields }: TextsView): string | null {
	for (const { field, label, value, saved, max } of fields) {
		if (value === saved) continue
		if (field === 'party.name' && value.trim() === '') return t('booking.changeForm.nameMissing')
		if (field === 'party.age' && !/^\s*(?:[1-9]\d?|1[01]\d|120)?\s*$/.test(value))
			return t('booking.changeForm.badAge')
		if (value.length > max) return t('booking.changeForm.textTooLong', { label, max })
		const signs = unprintableIn(value)
		if (signs.length > 0)
			return t('booking.changeForm.unprintable', { label, signs: signs.slice(0, 5).join(' ') })
	}
	return null
}
