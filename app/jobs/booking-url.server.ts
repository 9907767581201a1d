import { db } from '#app/db/client.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { newBookingKey } from '#app/models/booking/key.server.ts'

/**
 * Makes a new key of a booking and returns the address of the booking's page with it; only the letter that is being
 * written holds the key.
 */
export async function newBookingUrl(orderId: string): Promise<string> {
	return `${env.APP_ORIGIN}/booking/${await newBookingKey(db, orderId)}`
}
