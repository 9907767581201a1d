import { z } from 'zod'

import type { Locale } from '#app/i18n/i18n.ts'
import { notesInForce } from '#app/models/invoice/on-site.ts'
import {
	cents,
	euros,
	minus,
	parseEuros,
	sum,
	typedEuros,
	zero,
	type Cents,
} from '#app/models/money.ts'
import { emailOf } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { factsOf } from '#desk/routes/booking/compared.server.ts'
import {
	countedLines,
	countFields,
	countOf,
	sumOf,
	type Count,
} from '#desk/routes/booking/count.server.ts'
import { nameOf, when, whoIs, type Dossier } from '#desk/routes/booking/dossier.server.ts'

const text = z.string().max(60).catch('')

/** The fields of the form of the rest as they were typed; `step` is a plus or minus that was pressed. */
export const typedRest = z.object({
	intent: z.enum(['apply', 'note']).catch('apply'),
	step: z
		.string()
		.regex(/^came(\.\d{1,3})?:-?1$/)
		.optional()
		.catch(undefined),
	revision: z.coerce.number().int().catch(0),
	/** The rest that the page has shown, in cents: `left` for the booked guests, `shown` for those who came. */
	left: z.coerce.number().int().catch(-1),
	shown: z.coerce.number().int().catch(-1),
	/** The numbers of guests who came, by the name of their field. */
	came: z.record(z.string(), text).catch({}),
	cash: text,
	card: text,
	voucher: text,
	code: text,
	receipt: text,
})
export type TypedRest = z.output<typeof typedRest>

/** The rest of a booking with the typed values, and its form in words; nothing is written yet. */
export type RestState = Awaited<ReturnType<typeof restState>>

/**
 * Decides the rest of a booking for the guests who came, and the words of its form. The rest does not fall below the
 * price of the package's minimum, and stays where the accepted policy bills guests who do not come.
 */
export async function restState(dossier: Dossier, typed: TypedRest | null) {
	const { order } = dossier.history
	const { t, locale } = dossier.words
	const email = emailOf(order.person)
	const { counts, isEarly } = countedLines(dossier, typed)
	const isUnread = counts.some((count) => count.came === null)
	const booked = counts.length === 0 ? null : sumOf(counts.map((count) => count.booked))
	const came = booked === null || isUnread ? null : sumOf(counts.map((count) => count.came))
	const count = await countOf(dossier, counts)
	const rest = count.plan ? count.plan.money.restAfter : leftOnSite(order)
	const amounts = amountsOf(typed, rest)
	const total = sum([amounts.cash, amounts.card, amounts.voucher].map((it) => it ?? zero))
	const isCountOnly = count.plan !== null && rest <= 0 && total === 0
	return {
		counts,
		booked,
		came,
		rest,
		total,
		asked: count.asked,
		plan: count.plan,
		amounts,
		isCountOnly,
		view: {
			name: nameOf(dossier),
			revision: order.revision,
			left: Number(leftOnSite(order)),
			shown: Number(rest),
			counts: countFields(dossier, counts),
			values: {
				cash: shownAmount(typed?.cash, amounts.cash, locale),
				card: shownAmount(typed?.card, amounts.card, locale),
				voucher: shownAmount(typed?.voucher, amounts.voucher, locale),
				code: typed?.code ?? '',
				receipt: typed?.receipt ?? '',
			},
			sums: [
				...(count.plan && booked !== null
					? [
							row(dossier, booked, leftOnSite(order)),
							{
								label: t('booking.restForm.difference'),
								amount: euros(minus(rest, leftOnSite(order)), locale),
								isRest: false,
							},
						]
					: []),
				{ ...row(dossier, came ?? booked, rest), isRest: true },
			],
			hints: hintsOf(dossier, count),
			problem: isEarly ? t('booking.restForm.countsOnTheDay') : count.problem,
			submit: submitWords(dossier, isCountOnly ? { came } : { total }),
			invoice: email
				? t('booking.restForm.invoice', { email })
				: t('booking.restForm.noInvoiceMail'),
		},
	}
}

/**
 * Returns the words of the form's button: the amount that is noted, or the number of guests where no money is noted
 * with them.
 */
function submitWords(dossier: Dossier, noted: { came: number | null } | { total: Cents }): string {
	const { t, locale } = dossier.words
	const name = nameOf(dossier)
	if ('total' in noted)
		return t('booking.restForm.submit', { amount: euros(noted.total, locale), name })
	const guests = t('booking.guests', { count: noted.came ?? 0 })
	return t('booking.restForm.submitCount', { guests, name })
}

/** Returns the hints of the form: why more guests are billed than came, and the ways by which money goes back. */
function hintsOf(dossier: Dossier, { hint, plan }: Count): string[] {
	return [...(hint === null ? [] : [hint]), ...(plan ? factsOf(dossier, plan) : [])]
}

function row({ words: { t, locale } }: Dossier, guests: number | null, amount: Cents) {
	const label =
		guests === null
			? t('booking.rest')
			: t('booking.restForm.restFor', { guests: t('booking.guests', { count: guests }) })
	return { label, amount: euros(amount, locale), isRest: false }
}

type Amounts = { cash: Cents | null; card: Cents | null; voucher: Cents | null }

/**
 * Reads the typed amounts; null for text that is no amount. Until the note is sent, the card's amount is what cash and
 * voucher leave of the rest.
 */
function amountsOf(typed: TypedRest | null, rest: Cents): Amounts {
	const [cash, voucher] = [amountIn(typed?.cash), amountIn(typed?.voucher)]
	const others = sum([cash ?? zero, voucher ?? zero])
	const left = rest > others ? minus(rest, others) : zero
	const isFollowing = typed === null || typed.intent === 'apply'
	return { cash, voucher, card: isFollowing ? left : amountIn(typed.card) }
}

function amountIn(value: string | undefined): Cents | null {
	return value === undefined || value.trim() === '' ? zero : parseEuros(value)
}

function shownAmount(typed: string | undefined, amount: Cents | null, locale: Locale): string {
	if (amount === null) return typed ?? ''
	return amount === 0 ? '' : typedEuros(amount, locale)
}

/**
 * Returns the sentence about the newest till note that is in force: who noted what, and when. Null without one (faults
 * L3).
 */
export function lastNoteWords(dossier: Dossier): string | null {
	const { t, locale } = dossier.words
	const last = notesInForce(dossier.history.till).at(-1)
	if (!last) return null
	return t('booking.restForm.last', {
		who: whoIs(dossier, last.actor),
		when: when(dossier, last.paidAt),
		amount: euros(cents(Math.abs(last.counts)), locale),
		way: t(`booking.till.ways.${last.method}`),
		receipt: last.receipt ?? '–',
	})
}
