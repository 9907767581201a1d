import { inLocale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import type { Asked, MovePrice } from '#app/models/booking/asked-lines.ts'
import {
	numberRows,
	sumRows,
	textRow,
	textRows,
	timesOf,
	whenRows,
	type DiffRow,
} from '#app/models/booking/difference.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { shownText } from '#app/models/booking/shown-money.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import { guestsOf } from '#app/models/order/guests.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { DeskKey } from '#desk/i18n/words.ts'
import { nameOf, refusedWords, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { planOf } from '#desk/routes/booking/plan.server.ts'

export type ComparedView = NonNullable<Awaited<ReturnType<typeof comparedView>>>

/**
 * Returns a booking before and after a change in words, the sentences to read out on the telephone, and the prices to
 * choose from. Null for a plan that changes nothing.
 */
export async function comparedView(dossier: Dossier, asked: Asked, plan: Plan) {
	const { order } = dossier.history
	const { t, locale } = dossier.words
	if (plan.revision === order.revision) return null
	const shop = wordsOf(locale)
	return {
		rows: [
			...whenRows(shop, plan),
			...numberRows(shop, plan),
			...wordRows(dossier, plan),
			...sumRows(shop, plan, order.paidOnSite),
		],
		papers: t('booking.changeForm.papersText', { total: euros(plan.after.total, locale) }),
		facts: factsOf(dossier, plan),
		readOut: readOut(dossier, plan),
		prices: asked.kind === 'move' ? await pricesOf(dossier, asked, plan) : [],
		revision: order.revision,
		shown: shownText(plan.money),
	}
}

/**
 * Returns the table rows of the texts that a plan changes, and of the celebrant's age, for which the shop does not ask.
 */
function wordRows(
	{ history: { order }, words: { t, locale } }: Dossier,
	{ texts }: Plan,
): DiffRow[] {
	if (!texts) return []
	const [was, now] = [order.party?.age, texts.party?.age].map((age) => (age ? String(age) : null))
	return [
		...textRows(wordsOf(locale), order, texts),
		...textRow(t('booking.changeForm.age'), was, now),
	]
}

/**
 * Returns the sentences about money of a plan: the ways by which it goes back, and why a voucher no longer lowers the
 * price.
 */
export function factsOf(dossier: Dossier, { money, voucherFallsAway }: Plan): string[] {
	const { t, locale } = dossier.words
	const said = (key: DeskKey, amount: Cents) =>
		amount > 0 ? [t(key, { amount: euros(amount, locale) })] : []
	return [
		...said('booking.changeForm.backOnline', money.backOnline),
		...said('booking.changeForm.backVoucher', money.backVoucher),
		...said('booking.changeForm.backAtTill', money.backAtTill),
		...(voucherFallsAway ? [refusedWords(dossier, voucherFallsAway)] : []),
	]
}

/**
 * Returns the sentences about a planned change that staff read out on the telephone: when and with how many guests, the
 * rest, and what goes back.
 */
function readOut(dossier: Dossier, { after, money, room }: Plan): string {
	const { t, locale } = dossier.words
	const count = guestsOf(currentVenue(), after)
	const { backOnline, backVoucher, backAtTill, restBefore, restAfter } = money
	const back = cents(backOnline + backVoucher + backAtTill)
	const more = restAfter - restBefore
	const by = euros(cents(Math.abs(more)), locale)
	const said = (amount: Cents) => euros(amount, locale)
	const visit = [
		after.day && formatDay(after.day, locale, 'full'),
		timesOf(after, locale),
		count > 0 && t('booking.guests', { count }),
		room.after && inLocale(room.after.name, locale),
	]
	return [
		`${nameOf(dossier)}: ${visit.filter(Boolean).join(', ')}.`,
		t('booking.changeForm.readRest', { amount: said(restAfter) }),
		...(more > 0 ? [t('booking.changeForm.readMore', { amount: by })] : []),
		...(more < 0 ? [t('booking.changeForm.readLess', { amount: by })] : []),
		...(back > 0 ? [t('booking.changeForm.readBack', { amount: said(back) })] : []),
	].join(' ')
}

type PriceChoice = { value: MovePrice; total: string; isChosen: boolean }

/**
 * Returns today's price of the new day and the agreed price, to choose from; nothing where both are equal, or where one
 * of them cannot be had.
 */
async function pricesOf(
	dossier: Dossier,
	asked: Extract<Asked, { kind: 'move' }>,
	plan: Plan,
): Promise<PriceChoice[]> {
	const { locale } = dossier.words
	const [agreed, today] = await Promise.all(
		(['agreed', 'today'] as const).map((price) => planOf(dossier, { ...asked, price })),
	)
	if (!agreed?.ok || !today?.ok) return []
	const choice = (value: MovePrice, { after: { total } }: Plan) => ({
		value,
		total: euros(total, locale),
		isChosen: total === plan.after.total,
	})
	if (agreed.value.after.total === today.value.after.total) return []
	return [choice('today', today.value), choice('agreed', agreed.value)]
}
