import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { sha256 } from '#app/models/token.server.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let forget: () => Promise<void>

beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	const { forgetOldData } = await import('#app/models/operator/retention.server.ts')
	const keep = {
		carts: 30,
		unverifiedAccounts: 90,
		unpaidOrders: 30,
		webhooks: 90,
		paymentTokens: 1,
		bookingLinks: 14,
		confirmations: 90,
		invitations: 7,
		answers: 90,
		withdrawals: 2557,
	}
	forget = () => forgetOldData({ ...shop.venue, keep })
})
afterAll(() => shop.close())

test('carts are deleted 30 days after their last change, with their details', async () => {
	await addCarts('old', 31, 1200)
	await addCarts('young', 29, 3)
	await sql(`insert into cart_lines (cart_id, product_id, quantity, unit_price)
		select id, 'gift-25-mail', 1, 2500 from carts`)
	await forget()
	expect(
		await sql(`select address_hash as kind, count(*)::int as carts from carts group by 1`),
	).toEqual([{ kind: 'young', carts: 3 }])
	expect(await sql(`select count(*)::int as lines from cart_lines`)).toEqual([{ lines: 3 }])
	await sql(`delete from carts`)
})

test('a cart stays while its order waits for its payment, and while it is locked by a change', async () => {
	const waiting = await addOrder('pendingPayment')
	const over = await addOrder('confirmed')
	await addCarts('old', 31, 3)
	await sql(`update carts set order_id = $1 where id = (select min(id::text)::uuid from carts)`, [
		waiting,
	])
	await sql(`update carts set order_id = $1 where id = (select max(id::text)::uuid from carts)`, [
		over,
	])
	const [locked] = await sql(`select id from carts where order_id is null`)

	await shop.admin.transaction(async (tx) => {
		await raw(tx, `select from carts where id = $1 for update`, [locked?.['id']])
		await forget()
	})
	const left = await sql(`select order_id from carts order by order_id`)
	expect(left).toEqual([{ order_id: waiting }, { order_id: null }])
	await forget()
	expect(await sql(`select order_id from carts`)).toEqual([{ order_id: waiting }])
})

test('webhooks are deleted 90 days after they came', async () => {
	await sql(`insert into webhook_events (provider, event_id, type, body, received_at)
		select 'stripe', 'evt_' || days, 'checkout.session.completed', '{}', now() - days * interval '1 day'
		from unnest(array[1, 89, 91, 400]) as days`)
	await forget()
	expect(await sql(`select event_id from webhook_events order by 1`)).toEqual([
		{ event_id: 'evt_1' },
		{ event_id: 'evt_89' },
	])
})

test('payment tokens are deleted a day after the end of their payment', async () => {
	const payments = [
		{ token: 'live for ever', state: 'started', expires: 40, settled: null },
		{ token: 'paid today', state: 'paid', expires: 3, settled: 0 },
		{ token: 'paid long ago', state: 'paid', expires: 3, settled: 3 },
		{ token: 'not yet over', state: 'cancelled', expires: 0, settled: null },
		{ token: 'given up', state: 'expired', expires: 2, settled: null },
	]
	for (const { token, state, expires, settled } of payments) {
		const [payment] = await sql(
			`insert into payments (order_id, provider, state, amount, return_token, expires_at, settled_at)
			values ($1, 'stripe', $2::payment_state, 100, $3, now() - make_interval(days => $4), now() - make_interval(days => $5))
			returning id`,
			[await addOrder('confirmed'), state, token, expires, settled],
		)
		await sql(`insert into payment_tokens (hash, payment_id) values ($1, $2)`, [
			sha256(token),
			payment?.['id'],
		])
	}
	const { findPaymentByToken } = await import('#app/models/payment/payment.server.ts')
	const live = ['live for ever', 'paid today', 'not yet over']
	for (const { token } of payments)
		expect((await findPaymentByToken(token)) !== null, `M15: ${token}`).toBe(live.includes(token))
	await forget()
	const left = await sql(`select hash from payment_tokens`)
	expect(left.map(({ hash }) => hash).toSorted()).toEqual(live.map(sha256).toSorted())
})

test('invitations are deleted seven days after the visit', async () => {
	const { findInvited } = await import('#app/models/order/invitation.server.ts')
	for (const [hash, days] of Object.entries({ coming: -3, 'just over': 6, 'long over': 9 })) {
		const order = await addOrder('confirmed')
		await sql(`update orders set day = current_date - $2::int where id = $1`, [order, days])
		await sql(`insert into invitations (hash, order_id) values ($1, $2)`, [sha256(hash), order])
		const invited = await findInvited(hash)
		expect(invited?.order.id, `M15: ${hash}`).toBe(days > 7 ? undefined : order)
	}
	await forget()
	const left = await sql(`select hash from invitations`)
	expect(left.map(({ hash }) => hash).toSorted()).toEqual(
		['coming', 'just over'].map(sha256).toSorted(),
	)
})

test('N396: keys of bookings are deleted 14 whole days after the visit or the cancelling, and codes after a day', async () => {
	for (const [key, day, cancelled] of [
		['coming', -3, null],
		['last day', 14, null],
		['over', 15, null],
		['cancelled', -30, 14],
		['cancelled long ago', -30, 15],
	] as const) {
		const order = await addOrder('confirmed')
		await sql(
			`update orders set day = current_date - $2::int,
				cancelled_at = now() - make_interval(days => $3::int) where id = $1`,
			[order, day, cancelled],
		)
		await sql(`insert into booking_tokens (hash, order_id) values ($1, $2)`, [key, order])
		await sql(
			`insert into booking_codes (order_id, hash, made_at)
				values ($1, $2, now() - make_interval(hours => $3))`,
			[order, key, key === 'coming' ? 1 : 30],
		)
	}
	await forget()
	const keys = await sql(`select hash from booking_tokens order by hash`)
	expect(keys.map(({ hash }) => hash)).toEqual(['cancelled', 'coming', 'last day'])
	expect(await sql(`select hash from booking_codes`)).toEqual([{ hash: 'coming' }])
})

test('M15: the link of a confirmation is open for 90 days after the visit or, without one, the order', async () => {
	const { isLinkOpen } = await import('#app/models/order/find.server.ts')
	for (const [visit, ordered, isOpen] of [
		[-3, 200, true],
		[89, 200, true],
		[92, 200, false],
		[null, 89, true],
		[null, 92, false],
	] as const) {
		const order = await addOrder('confirmed')
		await sql(
			`update orders set day = current_date - $2::int, created_at = now() - make_interval(days => $3)
			where id = $1`,
			[order, visit, ordered],
		)
		expect(await isLinkOpen(order, 90), `${visit}, ${ordered}`).toBe(isOpen)
	}
})

test('details for the visit alone are cleared 90 days after the visit or, without one, the order', async () => {
	const written = '{"cake": {"label": {"de": "", "en": ""}, "text": "Mia, 7"}}'
	const born = '{"type": "birthday", "name": "Mia", "contactPerson": null}'
	const all: string[] = []
	const kept: string[] = []
	for (const [visit, ordered, isKept] of [
		[-3, 200, true],
		[88, 200, true],
		[92, 200, false],
		[null, 88, true],
		[null, 92, false],
	] as const) {
		for (const said of [
			`answers = '${written}'`,
			`party = '${born}'`,
			...['salutation', 'phone', 'mobile', 'dateOfBirth'].map(
				(name) => `person = person || '{"${name}": "1"}'`,
			),
		]) {
			const id = await addOrder('confirmed')
			await sql(
				`update orders set answers = '{}', party = null, person = person || $4::jsonb,
					day = current_date - $2::int, created_at = now() - make_interval(days => $3) where id = $1`,
				[id, visit, ordered, { salutation: null, phone: null, mobile: null, dateOfBirth: null }],
			)
			await sql(`update orders set ${said} where id = $1`, [id])
			all.push(id)
			if (isKept) kept.push(id)
		}
	}
	await forget()
	const left = await sql(
		`select id from orders where id = any($1) and (answers <> '{}' or party is not null
			or jsonb_path_exists(person, '$.* ? (@ == "1")')) order by id`,
		[all],
	)
	expect(left.map(({ id }) => id)).toEqual(kept.toSorted())
	const [person] = await sql(`select person ->> 'email' as email from orders where id = $1`, [
		kept[0],
	])
	expect(person).toEqual({ email: sampleOrder.person.email })
})

test('withdrawals are deleted seven years after they came', async () => {
	for (const days of [1, 2556, 2558])
		await sql(
			`insert into withdrawals (id, name, contract, email, locale, received_at)
			values (gen_random_uuid(), 'Ada', $1, 'ada@example.org', 'de-DE', now() - make_interval(days => $2))`,
			[`order of ${days} days ago`, days],
		)
	await forget()
	expect(await sql(`select contract from withdrawals order by received_at`)).toEqual([
		{ contract: 'order of 2556 days ago' },
		{ contract: 'order of 1 days ago' },
	])
})

test('a partner’s click id is cleared when it was reported or cannot be reported any more', async () => {
	for (const [awc, state, days, reported] of [
		['waits to be reported', 'confirmed', 29, false],
		['may still be paid', 'pendingPayment', 400, false],
		['reported', 'confirmed', 1, true],
		['not reported', 'confirmed', 31, false],
		['never paid', 'expired', 31, false],
	] as const) {
		const order = await addOrder(state)
		await sql(`update orders set created_at = now() - make_interval(days => $2) where id = $1`, [
			order,
			days,
		])
		await sql(`insert into referrals values ($1, $2, case when $3 then now() end)`, [
			order,
			awc,
			reported,
		])
	}
	await forget()
	expect(
		await sql(`select awc, count(*)::int as orders from referrals group by 1 order by 1`),
	).toEqual([
		{ awc: 'may still be paid', orders: 1 },
		{ awc: 'waits to be reported', orders: 1 },
		{ awc: null, orders: 3 },
	])
})

test('expired tokens and challenges of accounts are deleted', async () => {
	const [account] =
		await sql(`insert into accounts (username, username_key, password_hash, locale, person)
		values ('ada@example.org', 'ada@example.org', 'x', 'de-DE', '{}') returning id`)
	const kinds = await sql(
		`select unnest(enum_range(null::account_token_kind))::text as kind limit 2`,
	)
	for (const [index, { kind }] of kinds.entries()) {
		await sql(
			`insert into account_tokens (hash, account_id, kind, expires_at)
			values ($2::text, $1, $2::text::account_token_kind, now() + make_interval(hours => $3))`,
			[account?.['id'], kind, index === 0 ? -1 : 1],
		)
	}
	await forget()
	expect(await sql(`select kind::text from account_tokens`)).toEqual([kinds[1]])
})

test('accounts that are not verified and never ordered are deleted after 90 days', async () => {
	await sql(`delete from accounts`)
	const accounts = [
		{ name: 'young', days: 89, verified: false },
		{ name: 'old', days: 91, verified: false },
		{ name: 'verified', days: 400, verified: true },
		{ name: 'has ordered', days: 400, verified: false },
		{ name: 'signed in', days: 400, verified: false },
	]
	for (const { name, days, verified } of accounts)
		await sql(
			`insert into accounts (username, username_key, password_hash, locale, person, created_at, verified_at)
			values ($1, $1, 'x', 'de-DE', '{}', now() - make_interval(days => $2), case when $3 then now() end)`,
			[name, days, verified],
		)
	const idOf = `(select id from accounts where username = $1)`
	const order = await addOrder('expired')
	await sql(`update orders set account_id = ${idOf} where id = $2`, ['has ordered', order])
	for (const [name, lasts] of [
		['signed in', '1 hour'],
		['old', '-1 hour'],
	])
		await sql(
			`insert into sessions (id, account_id, expires_at) values ($1, ${idOf}, now() + $2::interval)`,
			[name, lasts],
		)
	for (const name of ['old', 'young'])
		await sql(
			`insert into pgboss.job (name, data, state)
			select 'mailAccount', jsonb_build_object('accountId', id, 'to', username), 'failed'
			from accounts where username = $1`,
			[name],
		)
	await forget()
	expect(await sql(`select username from accounts order by username`)).toEqual(
		['has ordered', 'signed in', 'verified', 'young'].map((username) => ({ username })),
	)
	const letters = await sql(
		`select data ->> 'to' as to from pgboss.job where name = 'mailAccount' and data ? 'to'`,
	)
	expect(letters, 'with the letters to them (M9)').toEqual([{ to: 'young' }])
})

test('N225: acts of staff, the address of who has gone, and what a device keeps end at their terms; names stay', async () => {
	const { namesOf } = await import('#app/models/staff/staff.server.ts')
	const people: Record<string, string> = {}
	for (const [name, gone] of [
		['here', null],
		['just gone', 700],
		['long gone', 740],
	] as const) {
		const { id } = await addStaff(shop.db, name)
		people[name] = id
		await sql(`update staff set ended_at = now() - make_interval(days => $2::int) where id = $1`, [
			id,
			gone,
		])
	}
	for (const days of [1, 700, 740])
		await sql(
			`insert into staff_acts (actor, verb, at) values ($1, 'signedIn', now() - make_interval(days => $2))`,
			[`staff:${people['long gone']}`, days],
		)
	for (const [name, touched, sent] of [
		['in use', '1 minute', '31 minutes'],
		['just left', '40 minutes', '29 minutes'],
		['of the build before', '1 minute', null],
		['in a drawer', '29 days', '29 days'],
		['lost', '31 days', '31 days'],
	])
		await sql(
			`insert into desk_devices (id, name, staff_id, signed_in_at, touched_at, kept)
			values ($1, $1, $2, now(), now() - $3::interval,
				jsonb_strip_nulls(jsonb_build_object('path', '/keys', 'at', now() - $4::interval)))`,
			[name, people['long gone'], touched, sent],
		)
	for (const [table, own] of [
		['staff_challenges', `(challenge, expires_at) values ('x', `],
		['staff_links', `(hash, made_by, expires_at) values ('x', 'operator', `],
	])
		await sql(`insert into ${table} ${own} now() - interval '1 minute')`)

	await forget()
	expect(await sql(`select name, email is not null as has from staff order by name`)).toEqual([
		{ name: 'here', has: true },
		{ name: 'just gone', has: true },
		{ name: 'long gone', has: false },
	])
	const author = `staff:${people['long gone']}`
	expect((await namesOf([author])).get(author)).toBe('long gone')
	expect(await sql(`select count(*)::int as acts from staff_acts`)).toEqual([{ acts: 2 }])
	expect(await sql(`select name, kept is not null as has from desk_devices order by name`)).toEqual(
		[
			{ name: 'in a drawer', has: false },
			{ name: 'in use', has: false },
			{ name: 'just left', has: true },
			{ name: 'of the build before', has: false },
		],
	)
	for (const table of ['staff_challenges', 'staff_links'])
		expect(await sql(`select from ${table}`)).toHaveLength(0)
})

test('N221: names that the desk searches end 91 days after the visit or, without one, the order', async () => {
	const orders: string[] = []
	for (const [visit, ordered] of [
		[-3, 200],
		[90, 200],
		[93, 200],
		[null, 90],
		[null, 93],
	] as const) {
		const id = await addOrder('confirmed')
		orders.push(id)
		await sql(
			`insert into order_names (order_id, day, words, digits)
			values ($1, coalesce(current_date - $2::int, current_date - $3::int), 'ada', '') on conflict (order_id)
			do update set day = excluded.day`,
			[id, visit, ordered],
		)
	}
	await forget()
	const left = await sql(`select order_id as id from order_names where order_id = any($1)`, [
		orders,
	])
	const kept = orders.filter((_, nth) => [0, 1, 3].includes(nth))
	expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
})

test('docs/operating.md tells the term of every table of which something is deleted at night', async () => {
	const { deletionsBy } = await import('#app/models/operator/retention.server.ts')
	const guide = await readFile('docs/operating.md', 'utf8')
	const [, listed = ''] = /^## What is deleted, and when\n([^]*?)^## /m.exec(guide) ?? []
	const told = [...listed.matchAll(/^\| .+ \| `(\w+)`/gm)].map(([, table]) => table)
	const tables = new Set(deletionsBy(shop.venue.keep).map(({ table }) => table))
	expect(told.toSorted()).toEqual([...tables].toSorted())
})

function sql(text: string, values: unknown[] = []) {
	return raw(shop.admin, text, values)
}

function addCarts(kind: string, daysOld: number, count: number) {
	return sql(
		`insert into carts (address_hash, person, updated_at)
		select $1, '{"email":"ada@example.org"}', now() - make_interval(days => $2) from generate_series(1, $3)`,
		[kind, daysOld, count],
	)
}

/** Inserts an order with a cart of its own and returns the order's id. */
async function addOrder(state: string): Promise<string> {
	const { orders } = await import('#app/db/schema.ts')
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1 }
	await shop.admin.insert(orders).values({ ...order, ...own })
	await sql(`update orders set state = $2::order_state where id = $1`, [id, state])
	return id
}
