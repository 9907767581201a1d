import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * Returns the SQL of a table's whole row as one JSON value, with its columns named as in the schema, so that one
 * statement can answer with rows of several tables. `read` turns the JSON into what drizzle's own select would return.
 */
export function jsonRow<Table extends PgTable>(table: Table) {
	const columns = Object.entries<PgColumn>(getTableColumns(table))
	const moments = columns.filter(([, { dataType }]) => dataType === 'date').map(([name]) => name)
	return {
		json: jsonObject(Object.fromEntries(columns)),
		read(json: JsonRow<Table>): InferSelectModel<Table> {
			const row: Record<string, unknown> = { ...json }
			for (const name of moments) row[name] = row[name] && new Date(String(row[name]))
			return row as InferSelectModel<Table>
		},
	}
}

/**
 * Returns the SQL of one JSON object of several values. Their names come from our code, never from a visitor: they are
 * not escaped.
 */
export function jsonObject(parts: Record<string, SQL | PgColumn>): SQL {
	const pairs = Object.entries(parts).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, ${part}`)
	return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

/** A row as its JSON holds it: moments are text. */
export type JsonRow<Table extends PgTable> = {
	[Name in keyof InferSelectModel<Table>]: InferSelectModel<Table>[Name] extends Date | null
		? string | Extract<InferSelectModel<Table>[Name], null>
		: InferSelectModel<Table>[Name]
}
