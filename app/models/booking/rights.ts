/**
 * The rights of a visit to a booking (docs/decisions/044-rights-to-a-booking.md). 'all': the order was placed in this
 * session, belongs to its account, or was opened by a key and the code mailed to the order's address. 'link': opened by
 * a key alone; it may see, pay, change and move the booking, but neither cancel it nor halve its guests.
 */
export type BookingRights = 'all' | 'link'
