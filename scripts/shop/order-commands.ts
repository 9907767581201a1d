import { StartError } from '#app/gateways/start-error.ts'
import type { MessageKey } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { onSiteMethods } from '#app/models/invoice/invoice.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import type { Result } from '#app/models/result.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { historyWords, orderInALine } from '#scripts/shop/order-words.ts'

// The commands of `npm run venue` for one order. Models are imported once the environment names their database.

/** The command and its arguments. */
type Typed = readonly string[]

/** Shows an order by number, name, telephone number or mail address; a line for each when several match. */
export async function showOrder(positionals: Typed): Promise<void> {
	const asked = positionals.slice(1).join(' ')
	if (!asked) throw new StartError('order ORDER: order 2026-000042, or a name, telephone or mail')
	const { listOrdersAbout } = await import('#app/models/order/lookup.server.ts')
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const found = await listOrdersAbout(asked)
	const [first] = found
	if (!first) throw new StartError(`No order is known by '${asked}'.`)
	const history = found.length === 1 ? await findHistory(first.number) : null
	console.log((history ? historyWords(history) : found.map(orderInALine)).join('\n'))
}

/** Shows the order and the change that is about to be made, and asks. */
async function ask(number: string, deed: string, isSaid: boolean): Promise<void> {
	const { findKnownOrder } = await import('#app/models/order/lookup.server.ts')
	const order = await findKnownOrder(number)
	if (!order) throw new StartError('There is no order with this number.')
	await askFirst([orderInALine(order), deed], isSaid)
}

type Options = { keep?: string | undefined; yes: boolean }

export async function cancel(positionals: Typed, { keep = '0', yes }: Options): Promise<void> {
	const [, number = ''] = positionals
	const fee = centsIn(keep)
	if (!number || fee === undefined)
		throw new StartError('cancel ORDER [--keep AMOUNT]: cancel 2026-000042 --keep 15.00')
	const but = fee > 0 ? `, but ${shown(fee)} of what was paid online are kept` : ''
	await ask(number, `This booking ends${but}.`, yes)

	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const { cancelBooking } = await import('#app/models/booking/cancel.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	await loadVenue()
	const { back, kept, withdrawn, paidOnSite, voucher } = valueOf(
		await cancelBooking(number, fee, now()),
	)
	console.log(`${number} is cancelled, its places are free, and a mail says so.`)
	console.log(`${shown(back)} go back${kept > 0 ? `, ${shown(kept)} do not` : ''}.`)
	if (voucher === 'expired') console.log(expiredVoucher)
	if (withdrawn > 0) console.log(voidVouchers(withdrawn))
	if (paidOnSite > 0) console.log(`${shown(paidOnSite)} were paid at the venue. ${onSite}`)
}

export async function refund(positionals: Typed, { yes }: Options): Promise<void> {
	const [, number = '', amount] = positionals
	const wanted = amount === undefined ? null : centsIn(amount)
	if (!number || wanted === undefined)
		throw new StartError('refund ORDER [AMOUNT]: refund 2026-000042 12.50')
	const what = wanted === null ? 'All that was paid online goes' : `${shown(wanted)} go`
	await ask(number, `${what} back, and the booking stands.`, yes)

	const { orderRefund } = await import('#app/models/payment/refund.server.ts')
	const { ordered, withdrawn } = valueOf(await orderRefund(number, wanted))
	console.log(`${shown(ordered)} of ${number} go back, and a mail says so.`)
	if (withdrawn > 0) console.log(voidVouchers(withdrawn))
}

export async function voidGifts(positionals: Typed, { yes }: Options): Promise<void> {
	const [, number = ''] = positionals
	if (!number) throw new StartError('void ORDER: void 2026-000042')
	await ask(number, 'Its gift vouchers become void.', yes)
	const { voidVouchersOf } = await import('#app/models/order/sold-vouchers.server.ts')
	const left = valueOf(await voidVouchersOf(number))
	console.log(`${voidVouchers(left.length)} ${shown(sum(left))} were left on them.`)
	console.log(`Money goes back with: refund ${number} AMOUNT.`)
}

const onSite = 'What was paid at the venue is given back there, with a correction written by hand.'

const expiredVoucher =
	'The voucher that paid has its amount again, but has expired: the mail asks the customer to contact you. Another one can be added in vouchers.yaml.'

/** Further steps after a refusal. */
const hints: { [key in MessageKey]?: string } = {
	'errors.desk.nothingToGiveBack': onSite,
	'errors.desk.givesBackTooMuch': onSite,
	'errors.desk.visitOver': 'Money goes back with: refund ORDER AMOUNT.',
	'errors.desk.giftVoucherPartlySpent': 'Money goes back with: refund ORDER AMOUNT.',
}

function voidVouchers(count: number): string {
	return `Gift vouchers that are void from now on: ${count}.`
}

export async function notePaid(positionals: Typed, { yes }: Options): Promise<void> {
	const [, number = '', amount = '', way] = positionals
	const taken = centsIn(amount)
	const method = onSiteMethods.find((it) => it === way)
	if (!number || !taken || !method)
		throw new StartError('paid ORDER AMOUNT cash|card: paid 2026-000042 49.80 card')
	await ask(number, `${shown(taken)} by ${method} are noted as paid at the venue.`, yes)

	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const { noteOnSite } = await import('#app/models/invoice/on-site.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	await loadVenue()
	const { left, invoices } = valueOf(await noteOnSite(number, { amount: taken, method }, now()))
	const rest = left > 0 ? `${shown(left)} are left to pay.` : 'Nothing is left to pay.'
	console.log(`${shown(taken)} by ${method} are noted on ${number}. ${rest}`)
	if (invoices.length > 0) console.log(`Issued: ${invoices.join(', ')}`)
}

/** @throws StartError with the sentence of a refusal, and further steps */
function valueOf<T>(answer: Result<T>): T {
	if (answer.ok) return answer.value
	const { key, values = {} } = answer.message
	const sentence = `${translator('en-EN')(key, values)}.`
	throw new StartError([sentence, hints[key]].filter(Boolean).join(' '))
}

/** Reads '12.50' and '12,5' as 1250; undefined for anything else. */
function centsIn(amount: string): Cents | undefined {
	if (!/^\d{1,6}([.,]\d{1,2})?$/.test(amount)) return undefined
	return cents(Math.round(Number(amount.replace(',', '.')) * 100))
}

function shown(amount: Cents): string {
	return `${(amount / 100).toFixed(2)} EUR`
}
