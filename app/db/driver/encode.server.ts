import type postgres from 'postgres'

/**
 * Returns a statement's value in PostgreSQL's text format. All values are encoded before the library sees any: an
 * exception in its own encoding, while other statements are under way, rejects the wrong one of them and leaves the
 * connection waiting for an answer to a statement that was never sent.
 * @throws TypeError for a value of a type that the database does not know
 */
export function encode(
	sql: postgres.Sql,
	value: unknown,
): string | null | postgres.Parameter<string> {
	switch (typeof value) {
		case 'string':
			return value
		case 'number':
			return String(value)
		case 'boolean':
			return sql.typed(String(value), OID.bool)
		case 'bigint':
			return sql.typed(String(value), OID.int8)
		case 'object':
			return encodeObject(sql, value)
		default:
			throw new TypeError(`A value of type ${typeof value} cannot be sent to the database.`)
	}
}

const OID = { bool: 16, bytea: 17, int8: 20, timestamptz: 1184 }

function encodeObject(sql: postgres.Sql, value: object | null): ReturnType<typeof encode> {
	if (value === null) return null
	if (value instanceof Date) return sql.typed(value.toISOString(), OID.timestamptz)
	if (value instanceof Uint8Array) return sql.typed(hex(value), OID.bytea)
	if (Array.isArray(value)) return arrayLiteral(value)
	return JSON.stringify(value)
}

function arrayLiteral(items: unknown[]): string {
	return `{${items.map(arrayItem).join(',')}}`
}

function arrayItem(item: unknown): string {
	if (item === null || item === undefined) return 'null'
	if (Array.isArray(item)) return arrayLiteral(item)
	return `"${itemText(item).replace(/["\\]/g, String.raw`\$&`)}"`
}

function itemText(item: unknown): string {
	if (item instanceof Date) return item.toISOString()
	if (item instanceof Uint8Array) return hex(item)
	return typeof item === 'object' ? JSON.stringify(item) : String(item)
}

function hex(bytes: Uint8Array): string {
	return String.raw`\x${Buffer.from(bytes).toString('hex')}`
}
