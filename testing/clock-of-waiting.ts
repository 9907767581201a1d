/**
 * A query for the present moment in milliseconds (`at`), which has a row once a transaction that waits for a lock began
 * at an earlier one.
 */
export const clockOfWaiting = `
	select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at from pg_stat_activity
	where wait_event_type = 'Lock' and datname = current_database()
		and clock_timestamp() > xact_start + interval '2 milliseconds'`
