import { randomInt } from 'node:crypto'

import type { Sql } from 'postgres'

import { generateCode, normaliseCode } from '#app/models/voucher/voucher.ts'

/** Makes a value voucher of so many cents; returns its code. */
export async function issueVoucher(sql: Sql, amount: number): Promise<string> {
	const code = generateCode(randomInt)
	await sql`
		with voucher as (
			insert into vouchers (code, kind, amount) values (${normaliseCode(code)}, 'value', ${amount})
			returning id
		)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', ${amount}, ${amount} from voucher`
	return code
}
