import { comparedRows } from '#app/emails/comparison.ts'
import { StartError } from '#app/gateways/start-error.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import type { Order } from '#app/models/order/order.ts'
import { readContent } from '#app/models/order/past-revision.ts'
import type { Result } from '#app/models/result.ts'
import { parseDay, parseDuration, parseTime } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { mistyped } from '#scripts/shop/mistyped.ts'
import { valueOf } from '#scripts/shop/order-commands.ts'
import { forTerminal, money } from '#scripts/shop/terminal.ts'
import { changeOf, partLines, readWishes, unknownIn } from '#scripts/shop/typed-change.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

/*
 * The commands of `npm run venue` that revise a booking, by the verb that customers use, beyond the policy and with a
 * reason. Models are imported once the environment names their database.
 */

/** The words that the operator typed: the command and its arguments. */
type Typed = readonly string[]

type Options = {
	reason?: string | undefined
	price?: string | undefined
	lang?: string | undefined
	yes: boolean
}

/** Returns the change that a command asks of an order, or a refusal. */
type Asking = (order: Order, venue: Venue) => Promise<Result<Asked>>

const CHANGE = `change ORDER NUMBER=PIECES ... --reason WHY: change 2026-000042 1=12 2=7 --reason 'two more came'
NUMBER is that of a line, which change 2026-000042 shows; guests=12 are those of the only line with guests, 1.PRODUCT=2 pieces of a package's line, PRODUCT=2 further things, 0 takes out.`

/**
 * Runs the command that changes guests, pieces and further products of a booking; without any typed, shows the parts
 * that can be named.
 */
export async function change(typed: Typed, options: Options): Promise<void> {
	const [, number = '', ...typedWishes] = typed
	const wishes = readWishes(typedWishes)
	if (!number || !wishes)
		throw mistyped({ order: number, pieces: wishes }, CHANGE, wordsIn(options.lang))
	if (wishes.length === 0) return showParts(number, options)
	await revise(number, options, CHANGE, async (order, venue) => {
		const unknown = unknownIn(venue, order, wishes)
		if (unknown.length > 0) {
			const { noSuchPart } = wordsIn(options.lang)
			throw new StartError([noSuchPart(unknown), ...partLines(venue, order)].join('\n'))
		}
		return changeOf(venue, order, wishes)
	})
}

/** Runs the command that moves a booking to another day and time. */
export async function move(typed: Typed, options: Options): Promise<void> {
	const usage = `move ORDER DAY TIME [DURATION] --reason WHY [--price agreed|today]: move 2026-000042 2026-12-12 14:00 --reason 'room closed'
DURATION is that of tickets, in minutes or 'day'. Without --price the accepted terms say whether the agreed price stays.`
	const [, number = '', typedDay, typedTime, typedDuration] = typed
	const [day, time, duration] = [
		parseDay(typedDay),
		parseTime(typedTime),
		parseDuration(typedDuration),
	]
	const price = (['agreed', 'today'] as const).find((it) => it === options.price)
	const isTimed = typedDuration === undefined || duration !== null
	const isPriced = price === options.price
	if (!number || !day || !time || !isTimed || !isPriced) {
		const parts = { order: number, day, time, duration: isTimed, price: isPriced }
		throw mistyped(parts, usage, wordsIn(options.lang))
	}
	const asked = { kind: 'move' as const, day, time, duration, price }
	await revise(number, options, usage, () => Promise.resolve({ ok: true, value: asked }))
}

/** Runs the command that notes how many guests came (headcount), before the final invoice. */
export async function headcount(typed: Typed, options: Options): Promise<void> {
	const usage =
		"headcount ORDER GUESTS [NUMBER] --reason WHY: headcount 2026-000042 9 --reason 'one was ill'; NUMBER is that of the line."
	const [, number = '', typedCount = '', typedPosition] = typed
	const [came, position] = [numberIn(typedCount), numberIn(typedPosition ?? '')]
	const isLine = typedPosition === undefined || position !== null
	if (!number || !came || !isLine) {
		const parts = { order: number, guests: came, line: isLine }
		throw mistyped(parts, usage, wordsIn(options.lang))
	}
	await revise(number, options, usage, async (order, venue) => {
		const { countHeads } = await import('#app/models/booking/headcount.ts')
		return countHeads(venue, order, { position, came })
	})
}

/** Shows the booking before and after the change that is asked for, asks the operator, and makes the next revision. */
async function revise(
	number: string,
	{ reason, lang, yes }: Options,
	usage: string,
	asking: Asking,
): Promise<void> {
	const words = wordsIn(lang)
	if (!reason || reason.length > LONGEST_REASON) throw mistyped({ reason: null }, usage, words)
	const { venue, order } = await load(number, words)
	const { previewRevision, reviseBooking } = await import('#app/models/booking/revise.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	const asked = valueOf(await asking(order, venue), words)
	const plan = valueOf(await previewRevision(order, asked, now(), ACTOR), words)
	if (plan.revision === order.revision) throw new StartError(words.nothingDiffers)
	await askFirst([...planWords(order, plan, words), words.becauseOf(reason)], yes, words)

	const { revision } = order
	const shown = plan.money
	const wanted = { revision, asked, actor: ACTOR, reason, shown }
	const made = await reviseBooking(order.id, wanted, now())
	const done = valueOf(made, words)
	if (done.kind === 'applied') console.log(words.isChanged(number, done.revision))
}

const ACTOR = 'operator'
const LONGEST_REASON = 200

async function showParts(number: string, { lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const { venue, order } = await load(number, words)
	console.log([words.partsToChange, ...partLines(venue, order)].join('\n'))
}

/**
 * Loads the venue and the order with a typed number.
 * @throws StartError without such an order
 */
export async function load(
	number: string,
	words: TerminalWords,
): Promise<{ venue: Venue; order: Order }> {
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const venue = await loadVenue()
	const history = await findHistory(number)
	if (!history) throw new StartError(words.noOrder)
	return { venue, order: history.order }
}

/**
 * Returns the lines that show a plan: the order, each row that differs before and after, and the money that goes back.
 */
function planWords(order: Order, plan: Plan, words: TerminalWords): string[] {
	const before = { ...order, ...readContent(plan.before) }
	const after = { ...order, ...readContent(plan.after) }
	const { firstName, lastName } = order.person
	const { backOnline, backVoucher, backAtTill } = plan.money
	const { online, voucher, till } = words.backByChange
	const why = plan.voucherFallsAway?.message
	return [
		`${order.number}  ${firstName} ${lastName}, ${order.day ?? words.noDay}`,
		...comparedRows(before, after, words.t).map(
			({ label, before, now }) => `${label}: ${now ?? '-'} (${words.before} ${before ?? '-'})`,
		),
		...(backOnline > 0 ? [online(money(backOnline))] : []),
		...(backVoucher > 0 ? [voucher(money(backVoucher))] : []),
		...(backAtTill > 0 ? [till(money(backAtTill))] : []),
		...(why ? [words.voucherFalls(words.t(why.key, why.values ?? {}))] : []),
	].map(forTerminal)
}

function numberIn(typed: string): number | null {
	return /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : null
}
