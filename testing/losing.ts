import { raw, type Database } from '#app/db/connect.server.ts'

/** Runs `work` while the database silently drops one kind of write: 'insert on pgboss.job'. */
export async function losing(
	admin: Database,
	what: string,
	work: () => Promise<unknown>,
): Promise<void> {
	await raw(
		admin,
		`create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
		create trigger lose before ${what} for each row execute function lose()`,
	)
	try {
		await work()
	} finally {
		await raw(admin, 'drop function lose cascade')
	}
}
