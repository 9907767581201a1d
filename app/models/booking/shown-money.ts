import type { RevisedMoney } from '#app/models/booking/revised-sums.ts'
import { cents } from '#app/models/money.ts'

const amounts = [
	'difference',
	'dueNow',
	'restAfter',
	'backOnline',
	'backVoucher',
	'backAtTill',
] as const

/**
 * The amounts of a planned change as its page has shown them: when one of them differs, the change is refused (faults
 * K80).
 */
export type ShownMoney = Pick<RevisedMoney, (typeof amounts)[number]>

export function isAsShown(money: ShownMoney, shown: ShownMoney): boolean {
	return amounts.every((name) => money[name] === shown[name])
}

/** Writes the amounts that a page shows as text for its form, so that the change is made at those amounts alone. */
export function shownText(money: ShownMoney): string {
	return amounts.map((name) => money[name]).join('_')
}

/** Reads the text that `shownText` writes; null for any other text. */
export function readShown(text: string | undefined): ShownMoney | null {
	if (text === undefined || !/^-?\d{1,9}(_\d{1,9}){5}$/.test(text)) return null
	const parts = text.split('_').map((part) => cents(Number(part)))
	return Object.fromEntries(amounts.map((name, index) => [name, parts[index]])) as ShownMoney
}
