/**
 * The rights of a visit to a booking (docs/decisions/044-rights-to-a-booking.md). 'all': the order was placed in this
 * session, belongs to its account, or was opened by a key and the code mailed to the order's address. 'link': opened
 * by a key alone; it sees, pays, changes and moves the booking, and ends or halves nothing.
 */
export type BookingRights = 'all' | 'link'
