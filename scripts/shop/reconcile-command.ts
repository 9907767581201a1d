import { StartError } from '#app/gateways/start-error.ts'
import type { OpenFinding } from '#app/models/payment/reconcile.server.ts'
import type { Result } from '#app/models/result.ts'
import { instantAt, today } from '#app/models/venue/day.ts'
import { parseDay } from '#app/models/venue/slot.ts'
import { isAnsweredYes } from '#scripts/shop/ask.ts'
import { hidesSandbox } from '#scripts/shop/sandbox-env.ts'
import { moment, money } from '#scripts/shop/terminal.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

// `npm run venue -- reconcile`: money at the providers beside the rows of the shop. Models are imported once the
// environment names their database.

/** The options of the command `reconcile` beside `--yes` and `--lang`. */
export const reconcileOptions = {
	'give-back': { type: 'boolean' },
	leave: { type: 'string' },
} as const

type Options = {
	lang?: string | undefined
	yes: boolean
	'give-back'?: boolean | undefined
	leave?: string | undefined
}

/**
 * Runs the command `reconcile`: compares the providers' money since a moment with the bookings, shows each finding, and
 * asks about each lost booking: make it again, or give its money back. `--yes` makes all of them again, `--give-back`
 * gives back what cannot be made again. Returns the exit code, 1 while a finding is open.
 */
export async function reconcile(typed: readonly string[], options: Options): Promise<number> {
	const words = wordsIn(options.lang)
	const { now } = await import('#app/gateways/clock.server.ts')
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const model = await import('#app/models/payment/reconcile.server.ts')
	if (options.leave !== undefined) {
		if (!(await model.leaveFinding(options.leave))) throw new StartError(words.noFinding)
		console.log(words.isLeft(options.leave))
		return 0
	}
	const since = sinceTyped(typed, today(now()))
	if (!since) throw new StartError('reconcile DAY [TIME]: reconcile 2026-11-26 14:00')
	if (hidesSandbox(process.env)) throw new StartError(words.pretendProvider)
	await loadVenue()
	const { completeUntil, otherShops, open } = await model.reconcile(since, now())
	for (const [provider, until] of Object.entries(completeUntil))
		console.log(words.listsUntil(provider, moment(until)))
	if (otherShops.length > 0) console.log(words.otherShops(otherShops.join(', ')))
	// Payments of bookings come before the payments of their rests.
	const inOrder = open.toSorted((one, other) => rank(one) - rank(other))
	let left = 0
	for (const finding of inOrder) {
		console.log(findingWords(finding, words).join('\n'))
		if (!(await seeTo(finding, options, words))) left += 1
	}
	console.log(left === 0 ? words.moneyAgrees(moment(since)) : words.stillOpen(left))
	return left > 0 ? 1 : 0
}

/** Returns the lines about a finding: its reference, amount, provider and kind, and what was booked. */
function findingWords(finding: OpenFinding, words: TerminalWords): string[] {
	const { provider, kind, about, reference, amount, at, note } = finding
	const { day = '', lines = '', language = '' } = note ?? {}
	const booked = [day, lines, language].filter(Boolean).join('  ')
	return [
		`${reference}  ${money(amount)}, ${provider}, ${moment(at)}: ${words.findings[kind]} (${about})`,
		...(booked ? [`  ${booked}`] : []),
	]
}

function rank({ note }: OpenFinding): number {
	return note?.['purpose'] === 'order' ? 0 : 1
}

/**
 * Reads the moment that was typed, '2026-11-26' or '2026-11-26 14:00' by the venue's clock, also with 'today' for the
 * day; null for anything else.
 */
function sinceTyped([, typed, time = '00:00']: readonly string[], thisDay: string): Date | null {
	const day = typed === 'today' ? thisDay : parseDay(typed)
	return day && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? instantAt(day, time) : null
}

/**
 * Makes the booking of a finding again or gives its money back, as the operator answers; false when the finding stays
 * open.
 */
async function seeTo(
	{ id, kind }: OpenFinding,
	{ yes, 'give-back': givesBack = false }: Options,
	words: TerminalWords,
): Promise<boolean> {
	if (kind === 'bookingWithoutMoney' || kind === 'refundUnknown') return false
	const again = await import('#app/models/booking/book-again.server.ts')
	const lost = await import('#app/models/booking/lost-money.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	if (yes || (await isAnsweredYes(words.bookAgain))) {
		const made = await said(again.bookAgain(id, now()), words)
		if (made) {
			const { number, outcome } = made
			console.log(
				`  ${outcome === 'noted' ? words.isNotedAgain(number) : words.isBookedAgain(number)}`,
			)
			return true
		}
	}
	if (!givesBack && (yes || !(await isAnsweredYes(words.giveBack)))) return false
	const back = await said(lost.giveBackLost(id), words)
	if (back) console.log(`  ${words.isGivenBack(money(back.amount))}`)
	return back !== null
}

/** Returns the value of a result; null after printing the sentence of its refusal. */
async function said<T>(answer: Promise<Result<T>>, { t }: TerminalWords): Promise<T | null> {
	const result = await answer
	if (result.ok) return result.value
	const { key, values = {} } = result.message
	console.log(`  ${t(key, values)}.`)
	return null
}
