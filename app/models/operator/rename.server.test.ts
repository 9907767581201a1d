import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { asRenamed } from '#app/models/operator/rename.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { noCart, now, saturday as day, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let carts: typeof import('#app/models/cart/change.server.ts')
let operator: typeof import('#app/models/operator/venue.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	carts = await import('#app/models/cart/change.server.ts')
	operator = await import('#app/models/operator/venue.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(
		shop.admin,
		'carts',
		'cart_lines',
		'allocations',
		'days',
		'redemptions',
		'resources',
	)
	await emptyTables(shop.admin, 'venue_versions')
	await operator.applyVenue(shop.venue, 'as it was')
})

/** The venue with another id for some of its resources. */
function renamed(from: string, to: string, change: (venue: Venue) => unknown = () => {}): Venue {
	const copy = structuredClone(asRenamed(shop.venue, [{ from, to }]))
	for (const resource of copy.resources) if (resource.id === to) resource.was = from
	change(copy)
	return copy
}

function book(venue: Venue, time = '14:00', productId = 'room-venus') {
	return carts.addToCart(noCart, wish(productId, { time }), { venue, now, addressHash: null })
}

async function booked(): Promise<string[]> {
	const rows = await raw(
		shop.admin,
		`select resource_id || ' ' || to_char(lower(during) at time zone 'Europe/Berlin', 'HH24:MI') as place
		from allocations order by 1`,
	)
	return rows.map(({ place }) => String(place))
}

/** The refusals of a full room: at that time, or on that day. */
const full = {
	ok: false,
	message: { key: expect.stringMatching(/^errors\.(noFreePlaces|chooseOtherPeriod)$/) },
}

test('N16: a room under a new id keeps its bookings', async () => {
	expect(await book(shop.venue)).toMatchObject({ ok: true })
	const vega = renamed('venus', 'vega')
	expect(await operator.planVenue(vega)).toEqual([
		'~ resources › venus: is vega now, with all its bookings',
		'+ resources › vega › was',
	])
	expect(await operator.applyVenue(vega, 'vega')).toBe('applied')
	expect(await booked()).toEqual(['vega 14:00'])
	expect(await book(vega)).toMatchObject(full)

	// A process with the old files sees the old id as free; the database books the room under the new id.
	expect(await book(shop.venue)).toMatchObject(full)
	expect(await book(shop.venue, '18:00')).toMatchObject({ ok: true })
	expect(await booked()).toEqual(['vega 14:00', 'vega 18:00'])
	expect(await book(vega, '18:00')).toMatchObject(full)
	expect(await operator.planVenue(vega)).toEqual([])
})

test('N142: a block goes along with its room, also one that a process with the old files makes', async () => {
	const block = (time: string) => `
		with block as (
			insert into blocks (resource_id, day, starts_at, ends_at, units, reason, actor)
			values ('venus', '${day}', '${day} ${time}+00', '${day} ${time}+00'::timestamptz + interval '1 hour', 1, 'x', 'x')
			returning id, resource_id, day, tstzrange(starts_at, ends_at) as range
		)
		insert into allocations (resource_id, exclusive, units, during, blocked, day, state, block_id)
		select resource_id, true, 1, range, range, day, 'confirmed', id from block`
	await raw(shop.admin, block('16:00'))
	await operator.applyVenue(renamed('venus', 'vega'), 'vega')
	await raw(shop.admin, block('17:00'))
	const rows = await raw(shop.admin, 'select distinct resource_id from blocks')
	expect(rows).toEqual([{ resource_id: 'vega' }])
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

test('N16: many carts with old and new files book the room during its rename, and one gets it', async () => {
	const vega = renamed('venus', 'vega')
	const before = Array.from({ length: 8 }, () => book(shop.venue))
	const applied = operator.applyVenue(vega, 'vega')
	const after = Array.from({ length: 16 }, (_, index) => book(index % 2 ? vega : shop.venue))
	const results = await Promise.all([...before, ...after])
	expect(await applied).toBe('applied')
	expect(results.filter(({ ok }) => ok)).toHaveLength(1)
	for (const result of results.filter(({ ok }) => !ok)) expect(result).toMatchObject(full)
	expect(await booked()).toEqual(['vega 14:00'])
})

test('negative control: without the database’s trigger a process with the old files sells the room again', async () => {
	const vega = renamed('venus', 'vega')
	await operator.applyVenue(vega, 'vega')
	await raw(shop.admin, 'alter table allocations disable trigger allocations_book_renamed')
	try {
		expect(await book(vega)).toMatchObject({ ok: true })
		expect(await book(shop.venue)).toMatchObject({ ok: true })
		expect(await booked()).toEqual(['vega 14:00', 'venus 14:00'])
	} finally {
		await raw(shop.admin, 'alter table allocations enable trigger allocations_book_renamed')
	}
})

test('N16: a rename waits for a change that is under way, and moves its place', async () => {
	let applied: Promise<string> | undefined
	await shop.admin.transaction(async (tx) => {
		await raw(
			tx,
			`insert into days values ('${day}') on conflict (day) do update set day = days.day`,
		)
		applied = operator.applyVenue(renamed('venus', 'vega'), 'vega')
		await isWaiting()
		await raw(
			tx,
			`insert into allocations (resource_id, exclusive, units, during, blocked, day, state)
			select 'venus', true, 1, span, span, '${day}', 'confirmed'
			from tstzrange('${day} 14:00+01', '${day} 16:00+01') as span`,
		)
	})
	expect(await applied).toBe('applied')
	expect(await booked()).toEqual(['vega 14:00'])
})

async function isWaiting(): Promise<void> {
	const waiting = `select 1 from pg_locks where relation = 'days'::regclass and not granted`
	while ((await raw(shop.admin, waiting)).length === 0);
}

test('N16: a zone that is renamed and made smaller than what is booked keeps its bookings', async () => {
	for (const time of ['14:00', '14:00', '14:00'])
		expect(await book(shop.venue, time, 'ticket-adult')).toMatchObject({ ok: true })
	const meadow = renamed('park', 'meadow', (venue) => {
		for (const resource of venue.resources) if (resource.id === 'meadow') resource.capacity = 2
		venue.entry.guests = 2
	})
	expect(await operator.planVenue(meadow)).toContain(
		'! resources › meadow: 3 are already booked at once, more than the capacity of 2; those bookings stay',
	)
	expect(await operator.applyVenue(meadow, 'meadow')).toBe('applied')
	expect(await booked()).toEqual(['meadow 14:00', 'meadow 14:00', 'meadow 14:00'])
	expect(await book(meadow, '14:00', 'ticket-adult')).toMatchObject(full)
	// By the old files there is room; the guard of the database refuses it.
	expect(await book(shop.venue, '14:00', 'ticket-adult')).toMatchObject(full)
})

test('N16: a room is renamed twice, once past an id in between, and back', async () => {
	await book(shop.venue)
	await operator.applyVenue(renamed('venus', 'vega'), 'vega')
	await operator.applyVenue(renamed('venus', 'wega'), 'wega')
	expect(await booked()).toEqual(['wega 14:00'])
	expect(await book(shop.venue)).toMatchObject(full)

	await expect(operator.applyVenue(shop.venue, 'old files')).rejects.toThrow(
		'resources › venus: is called wega since it was renamed; to rename it back write `was: wega` beside it',
	)
	const back = structuredClone(shop.venue)
	for (const resource of back.resources) if (resource.id === 'venus') resource.was = 'wega'
	expect(await operator.applyVenue(back, 'back')).toBe('applied')
	expect(await booked()).toEqual(['venus 14:00'])
	expect(await book(renamed('venus', 'vega'))).toMatchObject(full)
})

test('N16: two rooms that are both booked at one time cannot be joined by a rename', async () => {
	await book(shop.venue)
	await book(shop.venue, '14:00', 'room-mars')
	const merged = structuredClone(shop.venue)
	merged.resources = merged.resources.filter(({ id }) => id !== 'venus')
	for (const resource of merged.resources) if (resource.id === 'mars') resource.was = 'venus'
	await expect(operator.applyVenue(merged, 'merged')).rejects.toThrow(
		'resources › mars: was venus, but both are booked at one time',
	)
	expect(await booked()).toEqual(['mars 14:00', 'venus 14:00'])
})

test('N16: a booked room under a new id with its old name is refused until `was` is given', async () => {
	await book(shop.venue)
	const silent = renamed('venus', 'vega', (venue) => {
		for (const resource of venue.resources) if (resource.id === 'vega') delete resource.was
	})
	await expect(operator.applyVenue(silent, 'silent')).rejects.toThrow(
		'resources › vega: has the name of venus, which is booked and gone; write `was: venus` beside it',
	)
})

test('a former id that the database never had renames nothing', async () => {
	const fresh = renamed('venus', 'vega')
	await emptyTables(shop.admin, 'resources', 'venue_versions')
	expect(await operator.applyVenue(fresh, 'fresh')).toBe('applied')
	expect(await book(fresh)).toMatchObject({ ok: true })
	expect(await booked()).toEqual(['vega 14:00'])
})
