import { createHmac } from 'node:crypto'

/** The value of `Stripe-Signature` for a body; `at` in Unix seconds. */
export function sign(body: string, secret: string, at: number): string {
	const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
	return `t=${at},v1=${signature}`
}
