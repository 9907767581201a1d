import { StartError } from '#app/gateways/start-error.ts'
import type { MessageKey } from '#app/i18n/i18n.ts'
import { onSiteMethods } from '#app/models/invoice/invoice.ts'
import { parseEuros, sum, type Cents } from '#app/models/money.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import type { Result } from '#app/models/result.ts'
import { today } from '#app/models/venue/day.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { mistyped } from '#scripts/shop/mistyped.ts'
import { historyWords, orderInALine } from '#scripts/shop/order-words.ts'
import { money } from '#scripts/shop/terminal.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

// The commands of `npm run venue` for one order. Models are imported once the environment names their database.

/** The words that the operator typed: the command and its arguments. */
type Typed = readonly string[]

type Options = { lang?: string | undefined; yes: boolean }

/**
 * Runs the command `order`: shows the order with this number, name, telephone number or mail address; a line for each
 * when several match, and a last one when more do than are listed.
 */
export async function showOrder(
	positionals: Typed,
	{ lang }: Pick<Options, 'lang'>,
): Promise<void> {
	const words = wordsIn(lang)
	const asked = positionals.slice(1).join(' ')
	const usage = 'order ORDER: order 2026-000042, or a name, telephone or mail'
	if (!asked) throw mistyped({ order: asked }, usage, words)
	const { listOrdersAbout } = await import('#app/models/order/lookup.server.ts')
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	const found = await listOrdersAbout(asked, today(now()), MOST_LISTED + 1)
	const [first] = found
	if (!first) throw new StartError(words.noneKnownBy(asked))
	const history = found.length === 1 ? await findHistory(first.number) : null
	const { namesOf } = await import('#app/models/staff/staff.server.ts')
	const names = await namesOf(history ? authorsIn(history) : [])
	const lines = history
		? historyWords(history, words, names)
		: [
				...found.slice(0, MOST_LISTED).map((order) => orderInALine(order, words)),
				...(found.length > MOST_LISTED ? [words.thereAreMore(MOST_LISTED)] : []),
			]
	console.log(lines.join('\n'))
}

const MOST_LISTED = 20

function authorsIn({ events, notes }: OrderHistory): string[] {
	return [...events.map(({ who }) => who), ...notes.map(({ actor }) => actor)]
}

export async function refund(positionals: Typed, { lang, yes }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, number = '', amount] = positionals
	const wanted = amount === undefined ? undefined : parseEuros(amount)
	if (!number || wanted === null) {
		const usage = 'refund ORDER [AMOUNT]: refund 2026-000042 12.50'
		throw mistyped({ order: number, amount: wanted !== null }, usage, words)
	}
	await ask(number, words.goesBack(wanted === undefined ? null : money(wanted)), { words, yes })

	const { orderRefund } = await import('#app/models/payment/refund.server.ts')
	const { ordered, voided } = valueOf(await orderRefund(number, wanted ?? null), words)
	console.log(words.goBack(money(ordered), number))
	if (voided > 0) console.log(words.areVoid(voided))
}

export async function voidGifts(positionals: Typed, { lang, yes }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, number = ''] = positionals
	if (!number) throw mistyped({ order: number }, 'void ORDER: void 2026-000042', words)
	await ask(number, words.becomeVoid, { words, yes })

	const { voidVouchersOf } = await import('#app/models/order/sold-vouchers.server.ts')
	const left = valueOf(await voidVouchersOf(number), words)
	console.log(`${words.areVoid(left.length)} ${words.wereLeft(money(sum(left)))}`)
	console.log(words.moneyGoesBackWith(`refund ${number} AMOUNT`))
}

export function notePaid(typed: Typed, options: Options): Promise<void> {
	return noteAtTill(typed, options, {
		usage: `paid ORDER AMOUNT cash|card RECEIPT: paid 2026-000042 49.80 card 4711
paid ORDER AMOUNT voucher CODE RECEIPT: paid 2026-000042 49.80 voucher ABCD-EFGH-JKLM-NPQR 4711`,
		isPayBack: false,
	})
}

export function notePayBack(typed: Typed, options: Options): Promise<void> {
	return noteAtTill(typed, options, {
		usage: `paid-back ORDER AMOUNT cash|card RECEIPT: paid-back 2026-000042 12.50 cash 4712
paid-back ORDER AMOUNT voucher CODE RECEIPT: paid-back 2026-000042 12.50 voucher ABCD-EFGH-JKLM-NPQR 4712`,
		isPayBack: true,
	})
}

export async function reverseNote(positionals: Typed, { lang, yes }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, number = '', receipt = ''] = positionals
	if (!number || !receipt)
		throw mistyped(
			{ order: number, receipt },
			'unnote ORDER RECEIPT: unnote 2026-000042 4711',
			words,
		)
	await ask(number, words.willBeUnnoted(receipt), { words, yes })
	const { model, now } = await readyForNotes()
	const { left, invoices } = valueOf(await model.reverseNote(number, receipt, now), words)
	console.log(`${words.isUnnoted(receipt, number)} ${words.leftToPay(moneyIfAny(left))}`)
	sayIssued(invoices, words)
}

/** Runs the commands `paid` and `paid-back`: notes what the till took for an order, or gave back (`isPayBack`). */
async function noteAtTill(
	positionals: Typed,
	{ lang, yes }: Options,
	{ usage, isPayBack }: { usage: string; isPayBack: boolean },
): Promise<void> {
	const words = wordsIn(lang)
	const [, number = '', typed = '', typedWay, ...typedLast] = positionals
	const amount = parseEuros(typed)
	const method = onSiteMethods.find((it) => it === typedWay)
	// With a voucher its code is typed before the receipt.
	const [code = '', receipt = '', surplus] = method === 'voucher' ? typedLast : ['', ...typedLast]
	const isUnderstood = /^[\w./-]{1,40}$/.test(receipt) && surplus === undefined
	if (!number || !amount || !method || !isUnderstood)
		throw mistyped({ order: number, amount, way: method, receipt: isUnderstood }, usage, words)
	const way = `${words.ways[method]} (${words.receipt} ${receipt})`
	const deed = isPayBack ? words.willBeNotedAsBack : words.willBeNoted
	await ask(number, deed(money(amount), way), { words, yes })

	const { model, now } = await readyForNotes()
	const note = isPayBack ? model.notePayBack : model.noteOnSite
	const taken = { amount, method, receipt, ...(method === 'voucher' && { code }) }
	const { left, invoices } = valueOf(await note(number, taken, now), words)
	const rest = isPayBack ? words.leftToGiveBack : words.leftToPay
	console.log(`${words.isNoted(money(amount), way, number)} ${rest(moneyIfAny(left))}`)
	sayIssued(invoices, words)
}

async function readyForNotes() {
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const model = await import('#app/models/invoice/on-site.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	await loadVenue()
	return { model, now: now() }
}

export function sayIssued(invoices: readonly string[], words: TerminalWords): void {
	if (invoices.length > 0) console.log(`${words.issued}: ${invoices.join(', ')}`)
}

function moneyIfAny(amount: Cents): string | null {
	return amount > 0 ? money(amount) : null
}

/**
 * Shows an order and the change that is about to be made (`deed`), and asks the operator.
 * @throws StartError without such an order, or when the answer is not yes
 */
export async function ask(
	number: string,
	deed: string,
	{ words, yes }: { words: TerminalWords; yes: boolean },
): Promise<void> {
	const { findKnownOrder } = await import('#app/models/order/lookup.server.ts')
	const order = await findKnownOrder(number)
	if (!order) throw new StartError(words.noOrder)
	await askFirst([orderInALine(order, words), deed], yes, words)
}

/**
 * Returns the value of a result.
 * @throws StartError with the sentence of a refusal, the group of choices it is about, and a hint at further steps
 */
export function valueOf<T>(answer: Result<T>, words: TerminalWords): T {
	if (answer.ok) return answer.value
	const { message, details = [], group } = answer
	const said = [message, ...details].map(({ key, values = {} }) => `${words.t(key, values)}.`)
	const hint = hintAt(message.key, words)
	const sentences = [...said, ...(hint === null ? [] : [hint])].join(' ')
	throw new StartError(group ? `${group.title.de}: ${sentences}` : sentences)
}

function hintAt(key: MessageKey, words: TerminalWords): string | null {
	switch (key) {
		case 'errors.desk.nothingToGiveBack':
		case 'errors.desk.givesBackTooMuch':
			return words.givenBackOnSite
		case 'errors.desk.visitOver':
		case 'errors.desk.giftVoucherPartlySpent':
			return words.moneyGoesBackWith('refund ORDER AMOUNT')
		default:
			return null
	}
}
