import { raw } from '#app/db/connect.server.ts'

/**
 * Empties tables of a test's database, and those that refer to them, as superuser. Like `truncate ... cascade` it waits
 * for open writers; it deletes the rows, because new files for each table and index take twenty times as long where rows
 * are few.
 */
export async function emptyTables(
	admin: Parameters<typeof raw>[0],
	...tables: string[]
): Promise<void> {
	await raw(
		admin,
		`do $$
		declare
			reached regclass[];
			emptied regclass;
		begin
			perform set_config('session_replication_role', 'replica', true);
			reached := array(
				with recursive by_key as (
					select unnest('{${tables.join()}}'::regclass[])::oid as id
					union
					select conrelid from pg_constraint join by_key on confrelid = id
				)
				select id from by_key join pg_class on oid = id where not relispartition order by id
			);
			foreach emptied in array reached loop
				execute format('lock table %s in share row exclusive mode', emptied);
			end loop;
			foreach emptied in array reached loop
				execute format('delete from %s', emptied);
			end loop;
		end $$`,
	)
}
