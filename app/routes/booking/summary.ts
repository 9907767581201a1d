import { inLocale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { cents, euros, minus, type Cents } from '#app/models/money.ts'
import type { DiffRow } from '#app/routes/booking/diff-table.tsx'
import { numberRows, signed, staysThen, sumRows, whenRows } from '#app/routes/booking/difference.ts'

/** The outcome of a change in words: for the side of the form, the bar, and the check page. */
export type Summary = {
	/** The reason for which it cannot be made as it stands. */
	problem: string | null
	rows: DiffRow[]
	warnings: string[]
	facts: string[]
	/** The amount to pay today in words; `isDue` when that is not nothing. */
	today: { text: string; isDue: boolean } | null
	/** 'vor Ort + 25,90 €', 'heute nichts zu zahlen' */
	brief: string | null
	briefToday: string | null
}

const nothing: Summary = {
	problem: null,
	rows: [],
	warnings: [],
	facts: [],
	today: null,
	brief: null,
	briefToday: null,
}

/** The words of a plan; `texts` are rows about names and answers. */
export function summaryOf(
	words: Words,
	plan: Plan,
	{ paidOnSite, texts = [] }: { paidOnSite: Cents; texts?: readonly DiffRow[] },
): Summary {
	const { t, locale } = words
	const { money, voucherFallsAway } = plan
	const numbers = [...whenRows(words, plan), ...numberRows(words, plan), ...texts]
	const hasSums = money.difference !== 0 || money.dueNow > 0 || isOtherwisePaid(plan)
	const rest = restBy(plan)
	const amount = (of: Cents) => euros(of, locale)
	const { before: oldRoom, after: newRoom } = plan.room
	const isOtherRoom = oldRoom && newRoom && oldRoom.id !== newRoom.id && staysThen(plan, locale)
	return {
		...nothing,
		rows: [...numbers, ...(hasSums ? sumRows(words, plan, paidOnSite) : [])],
		warnings: [
			...(voucherFallsAway ? [t('changing.voucherGone')] : []),
			...(isOtherRoom
				? [
						t('changing.newRoom', {
							room: inLocale(newRoom.name, locale),
							before: inLocale(oldRoom.name, locale),
						}),
					]
				: []),
		],
		facts: [
			...(money.backOnline > 0
				? [t('changing.backOnline', { amount: amount(money.backOnline) })]
				: []),
			...(money.backVoucher > 0
				? [t('changing.backVoucher', { amount: amount(money.backVoucher) })]
				: []),
			...(money.dueNow > 0 ? [t('changing.dueText')] : []),
		],
		today:
			money.dueNow > 0
				? { text: t('changing.dueNow', { amount: amount(money.dueNow) }), isDue: true }
				: { text: t('changing.nothingNow'), isDue: false },
		brief:
			rest === 0
				? t('changing.sameOnSite')
				: t('changing.onSiteBy', { amount: signed(rest, locale) }),
		briefToday:
			money.dueNow > 0
				? t('changing.dueNowBrief', { amount: amount(money.dueNow) })
				: t('changing.nothingNowBrief'),
	}
}

/** The words of a change that cannot be made as it stands. */
export function problemSummary(problem: string): Summary {
	return { ...nothing, problem }
}

/** The amount paid at the venue more, or less. */
export function restBy({ money }: Pick<Plan, 'money'>): Cents {
	return minus(money.restAfter, money.restBefore)
}

function isOtherwisePaid({ before, after }: Plan): boolean {
	return cents(after.online - before.online) !== 0 || after.voucher !== before.voucher
}
