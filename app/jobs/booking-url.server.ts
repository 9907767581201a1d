import { db } from '#app/db/client.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { newBookingKey } from '#app/models/booking/key.server.ts'

/** The address of a booking's page with a new key, which only the letter that is being written holds. */
export async function newBookingUrl(orderId: string): Promise<string> {
	return `${env.APP_ORIGIN}/booking/${await newBookingKey(db, orderId)}`
}
