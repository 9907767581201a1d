import { type Database, connect } from '#app/db/connect.server.ts'
import { env } from '#app/gateways/env.server.ts'

export type { Database, Transaction } from '#app/db/connect.server.ts'

let opened: Database | undefined

/** The database of this process, at DATABASE_URL; opened at first use, so importing a model costs nothing. */
export const db: Database = new Proxy({} as Database, {
	get(_, property) {
		opened ??= connect(env.DATABASE_URL, { acquireMs: 3_000 })
		return Reflect.get(opened, property)
	},
})
