import { inLocale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import type { DiffRow } from '#app/models/booking/difference.ts'
import { numberRows, signed, staysThen, sumRows, whenRows } from '#app/models/booking/difference.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { cents, euros, minus, type Cents } from '#app/models/money.ts'
import type { Refused } from '#app/models/result.ts'
import { sentence } from '#app/ui/sentence.tsx'

/** The outcome of a change in words, for the panel beside the form, the bar on phones, and the check page. */
export type Summary = {
	/** The reason for which the change cannot be made; null when it can. */
	problem: string | null
	rows: DiffRow[]
	warnings: string[]
	facts: string[]
	/**
	 * The sentence on what is to pay today; `isDue` is false when that is nothing. Null when the change cannot be made.
	 */
	today: { text: string; isDue: boolean } | null
	/** The words of the bar on phones: 'vor Ort + 25,90 €', and 'heute nichts zu zahlen' in `briefToday`. */
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

/**
 * Says in words how a plan differs from the booking. `texts` are further rows, about names and answers; `paidOnSite` is
 * what the till took already.
 */
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
			...(voucherFallsAway ? [goneWords(words, plan, voucherFallsAway)] : []),
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

/** Returns the summary of a change that cannot be made as it is typed. */
export function problemSummary(problem: string): Summary {
	return { ...nothing, problem }
}

/** Returns the cents that a plan adds to the rest, which is paid at the venue; less than 0 when it takes some away. */
export function restBy({ money }: Pick<Plan, 'money'>): Cents {
	return minus(money.restAfter, money.restBefore)
}

function isOtherwisePaid({ before, after }: Plan): boolean {
	return cents(after.online - before.online) !== 0 || after.voucher !== before.voucher
}

/**
 * Says why a voucher falls away with a change: which of its terms is broken, where it paid a part; that its discount is
 * gone, where it lowered the price.
 */
function goneWords({ t }: Words, { before, after }: Plan, { message }: Refused): string {
	return after.voucher < before.voucher ? sentence(t, message) : t('changing.voucherGone')
}
