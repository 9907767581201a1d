import { sql, type SQL } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { ActValues, ActVerb } from '#app/models/staff/staff.ts'

/** An act of staff, or an event of an order that they caused, in the list of who did what. */
export type ListedAct = {
	at: Date
	/** The name of the act's author; null for the command line. */
	who: string | null
	device: string | null
	/** The verb of an act outside the history of orders; null for an event of an order. */
	verb: ActVerb | null
	values: ActValues
	/** The event of an order in the words of its history; null for any other act. */
	event: string | null
	/** The number of the order that the act is about, and its customer's name; null without an order. */
	order: { number: string; name: string } | null
}

/** The most acts that one page lists. */
const MOST = 100

/**
 * Lists the 100 newest acts of staff together with their events in the history of orders; those of one person when
 * given an id.
 */
export async function listActs(staffId: string | null = null): Promise<ListedAct[]> {
	return staffId === null ? selectActs(db, {}) : selectActsOf(db, { actor: `staff:${staffId}` })
}

const selectActs = prepare<Record<string, never>, ListedAct>(() =>
	newestActs(sql`true`, sql`who like 'staff:%'`),
)

const selectActsOf = prepare<{ actor: string }, ListedAct>((_, value) =>
	// The index of events is partial: it serves only when its condition stands in the statement's text.
	newestActs(
		sql`actor = ${value('actor')}`,
		sql`starts_with(who, 'staff:') and who = ${value('actor')}`,
	),
)

/**
 * Query of the newest acts and events of orders that meet these conditions. Each of the two lists is narrowed before
 * its newest are taken: the acts of a person of long ago lie behind those of all others.
 */
function newestActs(isListed: SQL, isEventListed: SQL): SQL {
	const most = sql.raw(String(MOST))
	return sql`
		select a.at as "at", s.name as "who", a.device as "device", a.verb as "verb", a.values as "values",
			a.event as "event",
			case when o.id is not null then json_build_object('number', o.number,
				'name', concat_ws(' ', o.person ->> 'firstName', o.person ->> 'lastName')) end as "order"
		from (
			(select at, actor, device, verb, values, null as event, order_id from staff_acts
				where ${isListed} order by at desc limit ${most})
			union all
			(select at, who, null, null, '{}'::jsonb, what, order_id from order_events
				where ${isEventListed} order by at desc limit ${most})
		) a
		left join staff s on 'staff:' || s.id = a.actor
		left join orders o on o.id = a.order_id
		order by a.at desc limit ${most}`
}
