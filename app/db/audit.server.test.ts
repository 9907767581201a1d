import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { createTestDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/emptied.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

const order = '00000000-0000-4000-8000-000000000001'
const payment = '00000000-0000-4000-8000-000000000002'
const voucher = '00000000-0000-4000-8000-000000000003'

beforeAll(async () => {
	database = await createTestDatabase()
	db = connect(database.url)
	// The audit must find everything that the guards refuse, should a guard ever be missing.
	await raw(
		db,
		`insert into resources values ('park', 10, false), ('venus', 1, true);
		alter table allocations disable trigger all;
		alter table allocations drop constraint allocations_exclusive;
		alter table voucher_entries disable trigger all;
		alter table orders drop constraint orders_total, drop constraint orders_parts`,
	)
})
afterAll(async () => {
	await db.close()
	await database.drop()
})

const allocate = (resource: string, units: number, more = "'confirmed', null") =>
	`insert into allocations (resource_id, day, during, blocked, units, exclusive, state, expires_at)
	select '${resource}', '2026-12-05', r, r, ${units}, ${resource === 'venus'}, ${more}
	from (select tstzrange('2026-12-05 14:00Z', '2026-12-05 16:00Z') as r) t`
const place = (state: string, { number = '2026-000001', online = 300, total = 1000 } = {}) =>
	`insert into orders (id, public_id, number, cart_id, cart_version, state, locale, person, terms_version,
		lines_total, discount, shipping, total, voucher, online, on_site, vat)
	values ('${order}', 'p', '${number}', '${order}', 1, '${state}', 'de-DE', '{}', '1', ${total}, 0, 0, ${total}, 0, ${online}, ${total - online},
		'[{"rate":19,"gross":${total},"net":840,"vat":160}]');
	insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price, amount, vat_rate, due)
	values ('${order}', 1, 'x', '{}', 1, 0, 1000, 1000, 19, 'deposit')`
/** An order of a package with VAT parts, whose VAT says 300 at 7 % and 700 at 19 %. */
const inParts = ([food, play]: [number, number]) =>
	`${place('pendingPayment')};
	update orders set vat = '[{"rate":19,"gross":700,"net":588,"vat":112},{"rate":7,"gross":300,"net":280,"vat":20}]';
	update order_lines set vat_parts = '[{"part":"food","vatRate":7,"amount":${food}},{"part":"play","vatRate":19,"amount":${play}}]'`
const pay = (state: string, amount: number, capture = "'c1'") =>
	`insert into payments (id, order_id, provider, state, amount, return_token, expires_at, paid_amount, capture_id)
	values ('${payment}', '${order}', 'stripe', '${state}', 300, 'r', now(), ${amount}, ${capture})`
const rest = (state: string, amount: number) =>
	`insert into payments (order_id, provider, state, purpose, amount, return_token, expires_at, paid_amount, capture_id)
	values ('${order}', 'paypal', '${state}', 'rest', ${amount}, 'r2', now(), ${amount}, 'c2')`
const change = (changeState: string, state: string, { amount = 200, capture = 'c2' } = {}) =>
	`insert into order_changes (order_id, revision, state, actor, content)
	values ('${order}', 1, '${changeState}', 'customer', '{}');
	insert into payments (order_id, provider, state, purpose, change_id, amount, return_token, expires_at, paid_amount, capture_id)
	select order_id, 'paypal', '${state}', 'change', id, ${amount}, '${capture}', now(), ${amount}, '${capture}' from order_changes`
/** A refund of the first payment that went out; null revision: no change was its cause. */
const back = (amount: number, revision: number | null, failedAt = 'null') =>
	`insert into refunds (payment_id, amount, reason, refunded_at, revision, failed_at)
	values ('${payment}', ${amount}, 'x', now(), ${revision ?? 'null'}, ${failedAt})`
/**
 * The second revision of the order, by `actor`, with what `place` books; `before` tells how the first one was other than
 * that.
 */
const revised = (changes: object = {}, quantity = 1, before: object = {}, actor = 'customer') => {
	const line = { position: 1, quantity, included: 0, unitPrice: 1000, amount: 1000 }
	const sums = { total: 1000, voucher: 0, online: 300, onSite: 700 }
	const more = { linesTotal: 1000, discount: 0, shipping: 0, ...sums, ...changes }
	const content = { day: null, lines: [line], places: [], ...more }
	return `update orders set revision = 2;
		insert into order_revisions (order_id, number, actor, content) values
			('${order}', 1, 'customer', '${JSON.stringify({ ...content, ...before })}'),
			('${order}', 2, '${actor}', '${JSON.stringify(content)}')`
}
/** A note that the till took so much, which is 700 for an order of `place`. */
const till = (amount: number) =>
	`insert into on_site_payments (order_id, amount, method) values ('${order}', ${amount}, 'cash')`
/** A change that wants two places of the park. */
const waiting = (state: string) => {
	const span = { from: '2026-12-05T14:00:00Z', blockedUntil: '2026-12-05T16:00:00Z' }
	const content = JSON.stringify({ places: [{ resourceId: 'park', units: 2, ...span }] })
	return `insert into order_changes (order_id, revision, state, actor, content)
		values ('${order}', 1, '${state}', 'customer', '${content}')`
}
/** A block of the whole room, or of units of the zone, as its row alone. */
const block = (resource: string, units: number, ended = 'null') =>
	`insert into blocks (id, resource_id, day, starts_at, ends_at, units, reason, actor, ended_at, ended_by)
	values ('${order}', '${resource}', '2026-12-05', '2026-12-05 14:00Z', '2026-12-05 16:00Z', ${units}, 'x', 'staff:x', ${ended}, ${ended}::text)`
const ofBlock = `update allocations set block_id = '${order}'`
const issue = (entries: string) =>
	`insert into vouchers (id, code, kind, amount) values ('${voucher}', 'X', 'value', 5000);
	insert into voucher_entries (voucher_id, sequence, kind, amount, balance) values ${entries}`
const invoice = (
	kind: string,
	gross: number,
	{
		number = 1,
		paid = gross,
		corrects = 'null',
		means = 'stripe',
		slug = kind,
		isAnew = false,
		capture = '',
	} = {},
) =>
	`insert into invoices (order_id, slug, kind, number, issued_on, gross, content, corrects_id, payment_id)
	values ('${order}', '${slug}', '${kind}', 'RE-2026-00000${number}', '2026-12-05', ${gross},
		'{"gross":${gross},"vat":[{"gross":${gross},"net":${gross},"vat":0}],"payments":[{"means":"${means}","amount":${paid}}]${isAnew ? ',"isAnew":true' : ''}}', ${corrects},
		(select id from payments where capture_id = '${capture}'));
	insert into counters values ('invoice-2026', 1) on conflict (name) do update set value = counters.value + 1`
const paid = `${place('confirmed')}; ${pay('paid', 300)}`
const cancelledOfVoucher = (billed: number) => `${place('cancelled', { online: 0 })};
	update orders set cancelled_at = now(), voucher = total, on_site = 0; ${invoice('invoice', billed, { means: 'voucher' })}`
const paidByVoucher = cancelledOfVoucher(1000)
/** A voucher paid 1200 of the cancelled order before a change, and the first paper says `billed`. */
const cheaperOfVoucher = (billed: number) => `${cancelledOfVoucher(billed)};
	${revised({ voucher: 1000, online: 0, onSite: 0 }, 1, { voucher: 1200, total: 1200 })};
	${invoice('correction', 1000 - billed, { number: 2, corrects: theInvoice, means: 'voucher' })};
	${invoice('correction', -1000, { number: 3, slug: 'correction-2', corrects: theInvoice, means: 'voucher' })}`
const theInvoice = `(select id from invoices where kind = 'invoice')`
const theDeposit = `(select id from invoices where kind = 'deposit')`
const mail = `insert into pgboss.job (name, data) values ('mailConfirmation', '{"orderId":"${order}"}')`

test.each<{ breaks: string[]; by: string; what: string }>([
	{ what: 'an empty shop', by: 'select 1', breaks: [] },
	{
		what: 'an order as it should be',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}`,
		breaks: [],
	},
	{ what: 'a full zone', by: allocate('park', 10), breaks: [] },
	{
		what: 'one guest too many',
		by: `${allocate('park', 10)}; ${allocate('park', 1)}`,
		breaks: ['I1'],
	},
	{
		what: 'one room, two parties',
		by: `${allocate('venus', 1)}; ${allocate('venus', 1)}`,
		breaks: ['I2'],
	},
	{
		what: 'K107: a place of a room that the guard takes for one of a zone',
		by: `insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			select 'venus', current_date + 1, r, r, 1, false, 'confirmed'
			from tstzrange(current_date + 1, current_date + 2) as r`,
		breaks: ['I2'],
	},
	{
		what: 'K107: what was booked in a zone that has turned into a room since',
		by: `insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			select 'venus', current_date - 2, r, r, 1, false, 'confirmed'
			from tstzrange(current_date - 2, current_date - 1) as r`,
		breaks: [],
	},
	{
		what: 'another sum paid than due',
		by: `${place('confirmed')}; ${pay('paid', 299)}`,
		breaks: ['I3', 'I6'],
	},
	{
		what: 'K20: a rest that was paid online',
		by: `${place('confirmed', { online: 1000 })}; ${pay('paid', 300)}; ${rest('paid', 700)}; ${mail}`,
		breaks: [],
	},
	{
		what: 'K20: a rest that was paid, and is still due at the till',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${rest('paid', 700)}`,
		breaks: ['I3', 'I6'],
	},
	{
		what: 'K20: two payments under one purpose that is paid once, before an index refused it',
		by: `drop index payments_paid_once; ${place('confirmed', { online: 1000 })}; ${pay('paid', 300)};
			${rest('paid', 700)}; update payments set purpose = 'order'`,
		breaks: ['I3'],
	},
	{
		what: 'K23: a rest that was not due, and did not go back',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${rest('needsReview', 700)}; ${mail}`,
		breaks: ['I5'],
	},
	{
		what: 'K20: a rest whose paper says another amount than was paid',
		by: `${place('confirmed', { online: 1000 })}; ${pay('paid', 300)}; ${rest('paid', 700)}; ${mail};
			${invoice('deposit', 400, { capture: 'c1' })};
			${invoice('deposit', 600, { number: 2, slug: 'deposit-2', capture: 'c2' })}`,
		breaks: ['I14'],
	},
	{
		what: 'K45: a change that was paid and is in force',
		by: `${place('confirmed', { online: 500 })}; ${pay('paid', 300)}; ${change('applied', 'paid')}; ${mail}`,
		breaks: [],
	},
	{
		what: 'K45: a change that was paid twice',
		by: `${place('confirmed', { online: 700 })}; ${pay('paid', 300)}; ${change('applied', 'paid')};
			insert into payments (order_id, provider, state, purpose, change_id, amount, return_token, expires_at, paid_amount, capture_id)
			select order_id, 'paypal', 'paid', 'change', id, 200, 'r3', now(), 200, 'c3' from order_changes`,
		breaks: ['I3'],
	},
	{
		what: 'K45: a change that was paid and is not in force',
		by: `${place('confirmed', { online: 500 })}; ${pay('paid', 300)}; ${change('ended', 'paid')}`,
		breaks: ['I18'],
	},
	{
		what: 'K45: a change in force that nobody paid',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${change('applied', 'cancelled')};
			update payments set paid_amount = null, capture_id = null where purpose = 'change'`,
		breaks: ['I18'],
	},
	{
		what: 'K46: a change that ended, its money not given back',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${change('ended', 'needsReview')}`,
		breaks: ['I5', 'I18'],
	},
	{
		what: 'K30: a booking that was changed, with all its revisions',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised()}`,
		breaks: [],
	},
	{
		what: 'K30: a newest revision with another total',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised({ total: 900, onSite: 600 })}`,
		breaks: ['I15'],
	},
	{
		what: 'K30: a newest revision with another number of guests',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised({}, 2)}`,
		breaks: ['I15'],
	},
	{
		what: 'K30: a revision that is not there',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; update orders set revision = 2`,
		breaks: ['I15'],
	},
	{
		what: 'K30: a place that no revision knows',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised()}; ${allocate('park', 1)};
			update allocations set order_id = '${order}'`,
		breaks: ['I15'],
	},
	{
		what: 'K30: a revision whose parts are not its total',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised({ onSite: 600 })}`,
		breaks: ['I16'],
	},
	{
		what: 'K30: a till that took a cent more than is paid on site, of a booking that its customer changed',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${revised()}; ${till(701)}`,
		breaks: ['I16'],
	},
	{
		what: 'K30: a till that took more, of a booking that the venue made cheaper since',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail};
			${revised({}, 1, { total: 1100, onSite: 800 }, 'staff:1')}; ${till(800)}`,
		breaks: [],
	},
	{
		what: 'K30: a place that is kept for a change that ended',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${waiting('ended')}; ${allocate('park', 1, `'pending', null`)};
			update allocations set change_id = (select id from order_changes), order_id = '${order}'`,
		breaks: ['I17'],
	},
	{
		what: 'K30: an open change that has its places',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${waiting('open')}; ${allocate('park', 2, `'pending', null`)};
			update allocations set change_id = (select id from order_changes), order_id = '${order}'`,
		breaks: [],
	},
	{
		what: 'K30: an open change that finds less than it needs',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${waiting('open')}; ${allocate('park', 1, `'pending', null`)};
			update allocations set change_id = (select id from order_changes), order_id = '${order}'`,
		breaks: ['I17'],
	},
	{
		what: 'N128: an act of a member of staff who exists, and one of the command line',
		by: `with one as (insert into staff (name, level, locale) values ('Jana', 'shift', 'de-DE') returning id)
			insert into staff_acts (actor, verb) select 'staff:' || id, 'signedIn' from one;
			insert into staff_acts (actor, verb) values ('operator', 'invited')`,
		breaks: [],
	},
	{
		what: 'N128: an act whose author is no member of staff',
		by: `insert into staff_acts (actor, verb) values ('staff:' || gen_random_uuid(), 'signedIn')`,
		breaks: ['I19'],
	},
	{
		what: 'K48: a booking that became cheaper, its money given back',
		by: `${place('confirmed', { online: 200 })}; ${pay('paid', 300)}; ${back(100, 2)}; ${mail}`,
		breaks: [],
	},
	{
		what: 'K48: a refund of a cheaper revision that failed and was ordered again',
		by: `${place('confirmed', { online: 200 })}; ${pay('paid', 300)};
			${back(100, 2, 'now()')}; ${back(100, null)}; ${mail}`,
		breaks: [],
	},
	{
		what: 'K48: a goodwill refund, taken for a cheaper revision',
		by: `${place('confirmed', { online: 200 })}; ${pay('paid', 300)}; ${back(100, null)}`,
		breaks: ['I3', 'I6'],
	},
	{
		what: 'L6: a block beside a booking of the zone, and one that was lifted',
		by: `${block('park', 4)}; ${allocate('park', 4)}; ${ofBlock}; ${allocate('park', 6)};
			insert into blocks (resource_id, day, starts_at, ends_at, units, reason, actor, ended_at, ended_by)
			values ('venus', '2026-12-05', now(), now() + interval '1 hour', 1, 'x', 'operator', now(), 'operator')`,
		breaks: [],
	},
	{
		what: 'L6: a block over a booking of the room',
		by: `${block('venus', 1)}; ${allocate('venus', 1)}; ${ofBlock}; ${allocate('venus', 1)}`,
		breaks: ['I2', 'I20'],
	},
	{
		what: 'L6: a block without its place',
		by: block('venus', 1),
		breaks: ['I20'],
	},
	{
		what: 'L6: a block that was lifted, and its place not',
		by: `${block('venus', 1, 'now()')}; ${allocate('venus', 1)}; ${ofBlock}`,
		breaks: ['I20'],
	},
	{
		what: 'L6: a block of fewer places than it says',
		by: `${block('park', 4)}; ${allocate('park', 3)}; ${ofBlock}`,
		breaks: ['I20'],
	},
	{
		what: 'money without a capture',
		by: `${place('confirmed')}; ${pay('paid', 300, 'null')}`,
		breaks: ['I4'],
	},
	{ what: 'paid, and given up', by: `${place('cancelled')}; ${pay('paid', 300)}`, breaks: ['I5'] },
	{
		what: 'cancelled, and what was not kept given back',
		by: `${place('cancelled')}; ${pay('paid', 300)}; ${mail};
			update orders set cancelled_at = now(), kept = 100;
			insert into refunds (payment_id, amount, reason, refunded_at) values ('${payment}', 200, 'cancelled', now())`,
		breaks: [],
	},
	{
		what: 'cancelled, and more kept than said',
		by: `${place('cancelled')}; ${pay('paid', 300)};
			update orders set cancelled_at = now(), kept = 100;
			insert into refunds (payment_id, amount, reason, refunded_at) values ('${payment}', 199, 'cancelled', now())`,
		breaks: ['I5'],
	},
	{
		what: 'cancelled, and its places not',
		by: `${place('cancelled', { online: 0 })}; ${allocate('park', 1)}; update allocations set order_id = '${order}'`,
		breaks: ['I5'],
	},
	{
		what: 'paid, given up, and a refund that was never made',
		by: `${place('cancelled')}; ${pay('paid', 300)};
			insert into refunds (payment_id, amount, reason, created_at) values ('${payment}', 300, 'late', now() - interval '2 hours')`,
		breaks: ['I5'],
	},
	{
		what: 'paid and confirmed, and nothing booked',
		by: `${place('confirmed')}; ${pay('paid', 300)}; update order_lines set starts_at = now()`,
		breaks: ['I5'],
	},
	{
		what: 'a voucher that was never charged',
		by: `${place('pendingPayment', { online: 0 })}; ${issue(`('${voucher}', 1, 'issued', 5000, 5000)`)};
			update orders set voucher = 300, on_site = 700;
			insert into redemptions (voucher_id, order_id) values ('${voucher}', '${order}')`,
		breaks: ['I7'],
	},
	{
		what: 'a confirmation without a job',
		by: `${place('confirmed')}; ${pay('paid', 300)}; update orders set confirmed_at = now()`,
		breaks: ['I8'],
	},
	{ what: 'confirmed, and not paid', by: place('confirmed'), breaks: ['I6'] },
	{
		what: 'a ledger below zero',
		by: issue(
			`('${voucher}', 1, 'issued', 5000, 5000), ('${voucher}', 2, 'reserved', -4000, 1000), ('${voucher}', 3, 'issued', 2000, 3000), ('${voucher}', 4, 'issued', 2001, 5001)`,
		),
		breaks: ['I7'],
	},
	{
		what: 'two confirmations',
		by: `${place('confirmed')}; ${pay('paid', 300)}; ${mail}; ${mail}`,
		breaks: ['I8'],
	},
	{
		what: 'a hold that ran out and was not swept',
		by: allocate('park', 1, `'held', now() - interval '2 minutes'`),
		breaks: ['I9'],
	},
	{
		what: 'a cancelled invoice that a voucher had paid',
		by: `${paidByVoucher}; ${invoice('cancellation', -1000, { number: 2, corrects: theInvoice, means: 'voucher' })}`,
		breaks: [],
	},
	{
		what: 'an invoice that a voucher had paid, of a cancelled order',
		by: paidByVoucher,
		breaks: ['I14'],
	},
	{
		what: 'an invoice that a voucher had paid, corrected by a change and then cancelled',
		by: cheaperOfVoucher(1200),
		breaks: [],
	},
	{
		what: 'an invoice of a cancelled order over more than any revision',
		by: cheaperOfVoucher(1201),
		breaks: ['I14'],
	},
	{
		what: 'a hole in the numbers',
		by: place('pendingPayment', { number: '2026-000002' }),
		breaks: ['I10'],
	},
	{ what: 'a cent too much', by: place('pendingPayment', { total: 1001 }), breaks: ['I11'] },
	{ what: 'a package in VAT parts', by: inParts([300, 700]), breaks: [] },
	{ what: 'VAT parts with a cent too little', by: inParts([300, 699]), breaks: ['I11'] },
	{ what: 'a VAT part below zero', by: inParts([-1, 1001]), breaks: ['I11'] },
	{ what: 'more of a VAT rate than its parts', by: inParts([299, 701]), breaks: ['I11'] },
	{
		what: 'an entry that does not continue',
		by: issue(`('${voucher}', 1, 'issued', 5000, 4000)`),
		breaks: ['I12'],
	},
	{ what: 'a deposit', by: `${paid}; ${invoice('deposit', 300)}`, breaks: [] },
	{
		what: 'a deposit and its cancellation',
		by: `${paid}; ${invoice('deposit', 300)}; ${invoice('cancellation', -300, { number: 2, corrects: theDeposit })}`,
		breaks: [],
	},
	{
		what: 'a hole in the numbers of invoices',
		by: `${paid}; ${invoice('deposit', 300, { number: 2 })}`,
		breaks: ['I13'],
	},
	{
		what: 'an invoice that is gone',
		by: `${paid}; insert into counters values ('invoice-2026', 1)`,
		breaks: ['I13'],
	},
	{
		what: 'a deposit of another sum than was paid',
		by: `${paid}; ${invoice('deposit', 300, { paid: 299 })}`,
		breaks: ['I14'],
	},
	{
		what: 'an invoice of another sum than ordered',
		by: `${place('confirmed', { online: 300, total: 300 })}; ${pay('paid', 300)};
			${invoice('invoice', 299, { paid: 300 })}`,
		breaks: ['I11', 'I14'],
	},
	{
		what: 'an invoice over all that was ordered, and more ordered since',
		by: `${paid}; ${invoice('invoice', 300)}; ${mail}`,
		breaks: [],
	},
	{
		what: 'one turnover on a deposit and on an invoice',
		by: `${place('confirmed', { online: 1000 })}; ${pay('paid', 1000)};
			update payments set amount = 1000; ${invoice('deposit', 300)}; ${invoice('invoice', 1000, { number: 2, paid: 700 })}`,
		breaks: ['I14'],
	},
	{
		what: 'a deposit whose payment has a second one',
		by: `${paid}; ${invoice('deposit', 300)}; ${invoice('deposit', 300, { number: 2, slug: 'deposit-2' })}`,
		breaks: ['I14'],
	},
	{
		what: 'a deposit that was cancelled and written anew',
		by: `${paid}; ${mail}; ${invoice('deposit', 300)};
			${invoice('cancellation', -300, { number: 2, corrects: theDeposit, isAnew: true })};
			${invoice('deposit', 300, { number: 3, slug: 'deposit-2' })}`,
		breaks: [],
	},
	{
		what: 'more taken back than there was',
		by: `${paid}; ${invoice('deposit', 300)}; ${invoice('cancellation', -301, { number: 2, corrects: theDeposit })}`,
		breaks: ['I14'],
	},
	{
		what: 'a final invoice before the rest was paid',
		by: `${paid}; ${invoice('deposit', 300)}; ${invoice('final', 1000, { number: 2 })}`,
		breaks: ['I14'],
	},
	{
		what: 'a refund that nothing was taken back for',
		by: `${paid}; ${invoice('deposit', 300)};
			insert into refunds (payment_id, amount, reason, created_at) values ('${payment}', 300, 'x', now() - interval '2 hours')`,
		breaks: ['I14'],
	},
])('the audit finds $what, which breaks $breaks', async ({ by, breaks }) => {
	await emptyTables(
		db,
		'staff_acts',
		'allocations',
		'blocks',
		'orders',
		'payments',
		'vouchers',
		'counters',
		'pgboss.job',
	)
	await raw(db, by)
	const findings = await audit(db)
	expect(findings.flatMap(({ id, broken }) => (broken.length > 0 ? [id] : []))).toEqual(breaks)
	expect(findings).toHaveLength(20)
})
