import type { InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { instantAt } from '#app/models/venue/day.ts'

import { changed, factsOf, gift, issueAll, orderOf, vatPartsFor } from './sample-invoices.ts'
import { sampleOrder } from './sample-order.ts'

/** A paper with a name for its file. */
export type SamplePaper = { name: string; invoice: Invoice }

/** Makes a paper of every kind by the rules of the shop: for validators, and to be looked at. */
export function samplePapers(): SamplePaper[] {
	return [...ofOrganisations(), ...ofPeople()]
}

const day = '2026-11-28'
const times = { startsAt: instantAt(day, '14:00'), endsAt: instantAt(day, '16:30') }
const party = {
	title: { de: 'Kindergeburtstag Kosmos', en: 'Children’s birthday Cosmos' },
	amount: 36_700,
	...times,
}
const food = { title: { de: 'Pizzabuffet', en: 'Pizza buffet' }, amount: 12_590, vatRate: 7 }
const laser = {
	title: { de: 'Lasertag, eine Runde', en: 'Laser tag, one round' },
	amount: 3333,
	...times,
}
const hall = {
	title: { de: 'Spielfläche für 60 Kinder', en: 'Play area for 60 children' },
	amount: 85_000,
	...times,
}
const voucherByPost = { title: { de: 'Geschenkgutschein', en: 'Gift voucher' }, amount: 5000, gift }

const firm = 'Sternwarte & Söhne GmbH'
const organised = { party: { type: 'company' as const, name: firm, contactPerson: null } }

const ofAuthority = {
	...sampleOrder.person,
	country: 'DE',
	organisation: {
		name: 'Städtische Kita Sonnenschein',
		reference: 'Ausflug Igelgruppe',
		leitwegId: '04011000-1234512345-06',
	},
}

/** Papers with an e-invoice. */
function ofOrganisations(): SamplePaper[] {
	const one = orderOf({ lines: [party, laser], order: organised })
	const two = orderOf({ lines: [party, food, laser], order: organised })
	const parts = vatPartsFor({ food: 5350, drinks: 1190, play: 6930 })
	const inParts = orderOf({
		lines: [
			{ ...party, amount: 13_470, vatParts: parts },
			{ ...food, amount: 0, quantity: 2, included: 2 },
			laser,
		],
		order: organised,
	})
	const ahead = orderOf({ lines: [party, food].map(online), order: organised })
	const reduced = orderOf({
		lines: [party, food],
		voucher: { kind: 'fixed', code: 'SPACE30', products: null, amount: cents(3000) },
		order: organised,
	})
	const byVoucher = orderOf({
		lines: [party, food].map(online),
		voucher: { kind: 'value', code: 'XW4T', products: null, balance: cents(20_000) },
		order: organised,
	})
	const withVoucher = orderOf({
		lines: [party, food],
		voucher: { kind: 'value', code: 'XW4T', products: null, balance: cents(20_000) },
		order: organised,
	})
	const abroad = orderOf({
		lines: [party, food],
		order: {
			...organised,
			person: { ...sampleOrder.person, country: 'AT', postcode: '5020', city: 'Salzburg' },
		},
	})
	const english = orderOf({ lines: [party, food], order: { ...organised, locale: 'en-EN' } })
	const school = orderOf({
		lines: [hall],
		order: {
			party: { type: 'company', name: 'Grundschule am Sternenplatz', contactPerson: 'Frau Venus' },
		},
	})
	const authority = { ...two, party: null, person: ofAuthority }
	const more = [...two.lines, { ...laser, amount: 8000, vatRate: 19 }]
	const dearer = changed(two, more, { online: two.online + 3000 })
	const twice = { payments: [paid(1, two.online, '2026-11-01'), paid(2, 3000, '2026-11-10')] }
	const dearerForAuthority = { ...dearer, party: null, person: ofAuthority }
	const kept = cancelled(one, { fee: 3000 })
	const damages = { ...kept, feeVat: 'damages' as const }
	const keptOfVoucher = cancelled(withVoucher, { fee: 5000, feeOfVoucher: 5000 })
	const gone = cancelled(two)
	return [
		...named('one-rate', visited(one)),
		...named('two-rates', visited(two)),
		...named(
			'two-deposits',
			papers([[two], [dearer, twice], [dearer, { ...twice, onSite: atTill(dearer) }]]),
		),
		...named('two-means', papers([[one], [one, { onSite: inTwoMeans(one) }]]).slice(-1)),
		...named('till-voucher', papers([[one], [one, { onSite: partlyByVoucher(one) }]]).slice(-1)),
		...named('parts', visited(inParts)),
		...named('ahead', papers([[ahead]])),
		...named('discount', visited(reduced)),
		...named('value-voucher', papers([[byVoucher]])),
		...named('abroad', visited(abroad)),
		...named('english', visited(english)),
		...named('organisation', visited(school)),
		...named(
			'authority',
			papers([
				[authority],
				[dearerForAuthority, twice],
				[dearerForAuthority, { ...twice, onSite: atTill(dearer) }],
			]),
		),
		...named('authority-cancelled', writtenAnew(authority)),
		...named('part-given-back', papers([[two], [two, { refunds: [back(two, 2500)] }]]).slice(-1)),
		...named('fee', papers([[one], [kept, { refunds: [back(one, one.online - 3000)] }]]).slice(-1)),
		...named(
			'fee-as-damages',
			papers([[one], [damages, { refunds: [back(one, one.online - 3000)] }]]).slice(1, 3),
		),
		...named('fee-of-a-voucher', papers([[withVoucher], [keptOfVoucher]])),
		...named('cancelled', papers([[two], [gone, { refunds: [back(two, two.online)] }]]).slice(-1)),
		...named('written-anew', writtenAnew(two)),
	]
}

/** Papers for people, which are read by people alone. */
function ofPeople(): SamplePaper[] {
	const person = { party: null }
	const full = orderOf({ lines: [party, food], order: person })
	const small = orderOf({ lines: [laser], order: person })
	const gifts = orderOf({ lines: [voucherByPost, laser], shipping: 390, order: person })
	const gone = cancelled(gifts)
	const damages = { ...cancelled(full, { fee: 3000 }), feeVat: 'damages' as const }
	return [
		...named('person', visited(full)),
		...named('person-small', visited(small)),
		...named(
			'person-fee-as-damages',
			papers([[full], [damages, { refunds: [back(full, full.online - 3000)] }]]).slice(-2),
		),
		...named('person-gift', papers([[gifts]])),
		...named(
			'person-gift-back',
			papers([[gifts], [gone, { refunds: [back(gifts, gifts.online)] }]]).slice(-2),
		),
	]
}

function online<T extends object>(line: T) {
	return { ...line, due: 'online' as const }
}

/** Issues what an order lacks after each of its steps; every step has the facts of its moment. */
function papers(steps: readonly [Order, Partial<InvoiceFacts>?][]): IssuedInvoice[] {
	let issued: IssuedInvoice[] = []
	const [[first]] = steps as [[Order]]
	for (const [index, [order, facts]] of steps.entries()) {
		const ahead = index === 0 ? '2026-11-01' : '2026-11-20'
		const issuedOn = facts?.onSite ? day : ahead
		issued = issueAll(order, { ...factsOf(first), ...facts, issued }, issuedOn)
	}
	return issued
}

/** The papers of a visit: the deposit, and after the rest was paid in cash the final invoice. */
function visited(order: Order): IssuedInvoice[] {
	return papers([[order], [order, { onSite: atTill(order) }]])
}

/** An order whose first paper is written anew for another recipient. */
function writtenAnew(order: Order): IssuedInvoice[] {
	const [deposit] = papers([[order]])
	if (!deposit) throw new Error('no deposit')
	const facts = { ...factsOf(order), issued: [deposit] }
	const { content, ...row } = cancelToWriteAnew(deposit, facts)
	const cancellation = { ...content, ...row, issuedOn: day, number: 'RE-2026-000002' }
	const other = { ...order, party: { ...organised.party, name: 'Mond & Töchter KG' } }
	return issueAll(other, { ...facts, issued: [deposit, cancellation] }, day).slice(1)
}

function paid(count: number, amount: number, on: string): InvoiceFacts['payments'][number] {
	return { id: `payment-${count}`, means: 'stripe', amount: cents(amount), on }
}

function atTill(order: Order): InvoiceFacts['onSite'] {
	return [{ means: 'card', amount: order.onSite, on: day, receipt: '4711' }]
}

function inTwoMeans(order: Order): InvoiceFacts['onSite'] {
	return [
		{ means: 'cash', amount: cents(5000), on: day, receipt: '4711' },
		{ means: 'card', amount: cents(order.onSite - 5000), on: day, receipt: '4712' },
	]
}

function partlyByVoucher(order: Order): InvoiceFacts['onSite'] {
	return [
		{ means: 'voucher', amount: cents(5000), on: day, receipt: '4711' },
		{ means: 'cash', amount: cents(order.onSite - 5000), on: day, receipt: '4712' },
	]
}

function back({ online }: Order, amount: number): InvoiceFacts['refunds'][number] {
	if (amount > online) throw new Error('more than was paid')
	return {
		id: 'refund-1',
		paymentId: 'payment-1',
		means: 'stripe',
		amount: cents(amount),
		on: '2026-11-20',
	}
}

function cancelled(order: Order, { fee = 0, feeOfVoucher = 0 } = {}): Order {
	return {
		...order,
		state: 'cancelled',
		cancelledAt: instantAt('2026-11-20', '10:00'),
		kept: cents(fee - feeOfVoucher),
		fee: cents(fee),
		feeOfVoucher: cents(feeOfVoucher),
	}
}

/** Names the papers of a case: 'two-rates-deposit', 'two-rates-final'. */
function named(name: string, issued: readonly IssuedInvoice[]): SamplePaper[] {
	return issued.map((invoice) => ({ name: `${name}-${invoice.slug}`, invoice }))
}
