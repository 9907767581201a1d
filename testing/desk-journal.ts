import type postgres from 'postgres'

/** Things that staff and guests do to a day; each carries a mark that nothing else has. */
export type Traced =
	| 'rest'
	| 'undo'
	| 'change'
	| 'move'
	| 'cancel'
	| 'note'
	| 'block'
	| 'lift'
	| 'telephone'
	| 'online'

/** The answer that somebody got: unknown where a process was killed before it answered. */
export type Told = 'done' | 'refused' | 'unknown'

/** A deed that was asked for, by its mark: the receipt, the reason, the words or the name of a booking. */
export type Entry = { deed: Traced; mark: string; told: Told; amount?: number }

/** The traces of deeds in the rows, by kind and mark: how often it was carried out, and the money of a note. */
export type Trace = { deed: Traced; mark: string; times: number; amount: number | null }

/**
 * Lists the deeds whose rows say otherwise than those were told who asked for them, a line each: done and not there,
 * refused and there nonetheless, or there twice.
 */
export function journalFaults(entries: readonly Entry[], traces: readonly Trace[]): string[] {
	const found = new Map(traces.map((trace) => [`${trace.deed} ${trace.mark}`, trace]))
	return entries.flatMap(({ deed, mark, told, amount }) => {
		const trace = found.get(`${deed} ${mark}`)
		const times = trace?.times ?? 0
		if (times > 1) return [`${deed} ${mark}: told ${told}, carried out ${times} times`]
		if (told === 'done' && times === 0) return [`${deed} ${mark}: told done, and no row has it`]
		if (told === 'refused' && times > 0) return [`${deed} ${mark}: told refused, and carried out`]
		const isOther = times === 1 && amount !== undefined && trace?.amount !== amount
		return isOther ? [`${deed} ${mark}: ${amount} noted, ${trace?.amount} in the rows`] : []
	})
}

/** Reads the traces of all deeds from the rows. A note of several means on one receipt is one. */
export async function readTraces(sql: postgres.Sql): Promise<Trace[]> {
	return sql<Trace[]>`
		select 'rest' as deed, receipt as mark, count(distinct order_id)::int as times, sum(amount)::int as amount
			from on_site_payments where kind = 'payment' group by receipt
		union all select 'undo', reason, count(*)::int, null from order_events
			where what like 'took back the note%' group by reason
		union all select 'change', reason, count(*)::int, null from order_revisions group by reason
		union all select 'move', reason, count(*)::int, null from order_revisions group by reason
		union all select 'cancel', reason, count(*)::int, null from order_events
			where what like 'cancelled%' group by reason
		union all select 'note', text, count(*)::int, null from order_notes group by text
		union all select 'block', reason, count(*)::int, null from blocks group by reason
		union all select 'lift', reason, count(*)::int, null from blocks where ended_at is not null group by reason
		union all select 'telephone', person ->> 'lastName', count(*)::int, null from orders group by 2
		union all select 'online', person ->> 'lastName', count(*)::int, null from orders group by 2`
}
