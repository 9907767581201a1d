import { sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { listLoads } from '#app/models/capacity/loads.server.ts'
import {
	changesOf,
	lastMorning,
	type DayChange,
	type StoredChange,
} from '#app/models/day-sheet/changes.ts'
import { listLostLetters, nameOf, readConcerns } from '#app/models/day-sheet/concerns.server.ts'
import { figuresOf, type Figures, type OpenPayment } from '#app/models/day-sheet/figures.ts'
import { kitchenOf, type Kitchen } from '#app/models/day-sheet/kitchen.ts'
import { rowsOf, type BookingFacts, type DayRows, type Paid } from '#app/models/day-sheet/rows.ts'
import { toDoOf, type ToDo } from '#app/models/day-sheet/to-do.ts'
import { listVisits } from '#app/models/order/visits.server.ts'
import { isOpen, openingOn, type Opening } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The day sheet of a day, as staff read it. */
export type DayView = {
	day: Day
	opening: Opening
	rows: DayRows
	figures: Figures
	kitchen: Kitchen
	/** The tasks of today; empty for any other day. */
	toDo: ToDo[]
	changes: DayChange[]
	/** The moment since which `changes` are listed. */
	since: Date
}

/**
 * Reads the day sheet of a day: its bookings, what is paid and open, the places that are taken, what changed since the
 * morning and, for today, what is to be done. `reader` is the id of the member of staff whose read changes are marked;
 * null for a print. Sends six statements at most, for any number of bookings.
 */
export async function readDay(day: Day, reader: string | null, now: DateTime): Promise<DayView> {
	const venue = currentVenue()
	const since = lastMorning(now)
	const isToday = day === today(now)
	const [visits, [facts], changes, loads, waiting, letters] = await Promise.all([
		listVisits(day),
		selectSheetFacts(db, { day, reader }),
		selectChanges(db, { day, since }),
		listLoads(db, [day], null),
		isToday ? readConcerns(day) : null,
		isToday ? listLostLetters() : [],
	])
	const open = (facts?.open ?? []).map(readPayment)
	const rows = rowsOf(venue, visits, factsBy(facts?.paid ?? []), now)
	const opening = openingOn(venue.calendar, day)
	const figuresInput = { opening: isOpen(opening) ? opening : null, loads, open }
	return {
		day,
		opening,
		rows,
		figures: figuresOf(venue, rows, figuresInput, now),
		kitchen: kitchenOf(rows),
		toDo: waiting ? toDoOf(rows, { open, letters, ...waiting }, now) : [],
		changes: changesOf(day, changes.map(readChange), facts?.readUpTo ?? 0),
		since,
	}
}

type PaidRow = {
	orderId: string
	/** The method and the time of the last till note that took money and was not taken back. */
	how: Paid['how'] | null
	notedAt: string | null
	/** The time at which the rest was paid online. */
	onlineAt: string | null
	isByVoucher: boolean
	notes: string[]
}

type OpenRow = Omit<OpenPayment, 'until'> & { until: string }

type SheetFacts = { readUpTo: number | null; paid: PaidRow[]; open: OpenRow[] }

const selectSheetFacts = prepare<{ day: Day; reader: string | null }, SheetFacts>(
	(_, value) => sql`
		select (
			select up_to::float8 from day_reads
			where staff_id = ${value('reader')}::uuid and day = ${value('day')}::date
		) as "readUpTo", (
			select coalesce(json_agg(json_build_object('orderId', o.id, 'how', note.means,
				'notedAt', note.paid_at, 'onlineAt', rest.settled_at,
				'isByVoucher', o.online = 0 and o.voucher > 0, 'notes', (
					select coalesce(json_agg(text order by at), '[]') from order_notes where order_id = o.id
				))), '[]')
			from orders o
			left join lateral (
				select means, paid_at from on_site_payments n
				where n.order_id = o.id and kind = 'payment'
					and not exists (select from on_site_payments r where r.reverses_id = n.id)
				order by paid_at desc limit 1
			) note on true
			left join lateral (
				select settled_at from payments p
				where p.order_id = o.id and p.purpose = 'rest' and p.state = 'paid'
				order by settled_at desc limit 1
			) rest on true
			where o.day = ${value('day')}::date and o.state in ('confirmed', 'completed')
		) as "paid", (
			select coalesce(json_agg(json_build_object('orderId', o.id, 'number', o.number,
				'name', ${nameOf()}, 'amount', coalesce(p.amount, o.online),
				'until', coalesce(o.pay_until, p.expires_at)) order by coalesce(o.pay_until, p.expires_at)), '[]')
			from orders o
			left join payments p on p.order_id = o.id and p.state in ('created', 'started')
				and p.purpose in ('order', 'change')
			where o.day = ${value('day')}::date and o.state in ('pendingPayment', 'confirmed', 'completed')
				and (p.id is not null or o.state = 'pendingPayment' and o.pay_until is not null)
		) as "open"`,
)

function factsBy(rows: readonly PaidRow[]): Map<string, BookingFacts> {
	return new Map(rows.map((row) => [row.orderId, { paid: paidLast(row), notes: row.notes }]))
}

function paidLast({ how, notedAt, onlineAt, isByVoucher }: PaidRow): Paid {
	if (how && notedAt && (onlineAt === null || onlineAt < notedAt))
		return { how, at: new Date(notedAt) }
	if (onlineAt) return { how: 'online', at: new Date(onlineAt) }
	return { how: isByVoucher ? 'voucher' : 'online', at: null }
}

function readPayment({ until, ...payment }: OpenRow): OpenPayment {
	return { ...payment, until: new Date(until) }
}

type ChangeRow = Omit<StoredChange, 'id' | 'at' | 'startsAt'> & {
	id: unknown
	at: unknown
	startsAt: unknown
}

/**
 * Selects the events since a moment that confirmed, changed, moved or cancelled the day's bookings, and the moves since
 * then that took a booking to another day, with the revisions that each event lies between.
 */
const selectChanges = prepare<{ day: Day; since: Date }, ChangeRow>(
	(_, value) => sql`
		with changed as (
			select o.id as order_id, e.id, e.at, e.who, e.what,
				substring(e.what from 'revision (\\d+)$')::int as revision
			from orders o join order_events e on e.order_id = o.id
			where o.day = ${value('day')}::date and e.at >= ${value('since')}::timestamptz
				and e.what ~ '^(confirmed$|cancelled|(changed|moved): revision )'
				and (o.confirmed_at is not null)
			union all
			select r.order_id, e.id, e.at, e.who, e.what, r.number
			from order_revisions r
			join orders o on o.id = r.order_id
			join order_revisions was on was.order_id = r.order_id and was.number = r.number - 1
			join order_events e on e.order_id = r.order_id and e.what = 'moved: revision ' || r.number
			where r.made_at >= ${value('since')}::timestamptz and o.day <> ${value('day')}::date
				and was.content ->> 'day' = ${value('day')}
				and r.content ->> 'day' <> ${value('day')}
		)
		select c.id, c.at, c.what, o.number, ${nameOf()} as "name", after.reason,
			was.content as "before", after.content as "after",
			case when c.what = 'confirmed' then (
				select who from order_events where order_id = o.id and what = 'placed' order by id limit 1
			) else c.who end as "who",
			(select min(starts_at) from order_lines where order_id = o.id) as "startsAt"
		from changed c
		join orders o on o.id = c.order_id
		left join order_revisions was on was.order_id = o.id and was.number = c.revision - 1
		left join order_revisions after on after.order_id = o.id and after.number = c.revision`,
)

function readChange({ id, at, startsAt, who, ...change }: ChangeRow): StoredChange {
	return {
		...change,
		id: Number(id),
		at: toDate(at),
		who: who ?? 'shop',
		startsAt: startsAt === null ? null : toDate(startsAt),
	}
}

function toDate(moment: unknown): Date {
	return moment instanceof Date ? moment : new Date(String(moment))
}
