import type postgres from 'postgres'

/**
 * Notes the transaction of each row that a checkout writes. A group that belongs to one transaction and was written by
 * several, or in part, has a statement that ran outside of its own.
 */
export async function installAudit(sql: postgres.Sql): Promise<void> {
	await sql.unsafe(`
		create table audit_log (xid xid8 not null, what text not null, order_id uuid not null);
		create function note_writer() returns trigger language plpgsql as $$
		declare
			row_now jsonb := to_jsonb(new);
			the_order uuid := coalesce(row_now ->> 'order_id', row_now ->> 'id')::uuid;
			deed text := tg_table_name || ' ' || lower(tg_op);
		begin
			if tg_op = 'UPDATE' and row_now ->> 'state' is not distinct from to_jsonb(old) ->> 'state' then
				return null;
			end if;
			if tg_table_name = 'order_events' then deed := 'event ' || (row_now ->> 'what');
			elsif tg_op = 'UPDATE' then deed := tg_table_name || ' ' || (row_now ->> 'state'); end if;
			if the_order is not null then
				insert into audit_log values (pg_current_xact_id(), deed, the_order);
			end if;
			return null;
		end $$;
		${['orders', 'order_lines', 'payments', 'order_events']
			.map(
				(table) =>
					`create trigger audit_writer after insert or update on ${table} for each row execute function note_writer();`,
			)
			.join('\n')}
	`)
}

/** Writes that must be made together, or not at all. */
const together: string[][] = [
	['orders insert', 'order_lines insert', 'payments insert', 'event placed'],
	['orders confirmed', 'event confirmed'],
	['orders cancelled', 'event cancelled'],
	['orders expired', 'event expired'],
	['payments paid', 'event paid'],
]

/** Counts the groups, and the statements that ran outside of their transaction. */
export async function readAudit(sql: postgres.Sql): Promise<{ groups: number; outside: number }> {
	const rows = await sql<{ order: string; what: string; xids: string[] }[]>`
		select order_id as "order", what, array_agg(distinct xid::text) as xids from audit_log group by 1, 2`
	const written = new Map(rows.map((row) => [`${row.order} ${row.what}`, row.xids]))
	const orders = [...new Set(rows.map(({ order }) => order))]
	let groups = 0
	let outside = 0
	for (const order of orders) {
		for (const deeds of together) {
			const xids = deeds.map((deed) => written.get(`${order} ${deed}`) ?? [])
			if (xids.every((each) => each.length === 0)) continue
			groups += 1
			// Each write of the group has the same transactions as the first one.
			const [first = []] = xids.map((each) => each.toSorted())
			outside += xids.filter((each) => each.toSorted().join() !== first.join()).length
		}
	}
	return { groups, outside }
}
