/**
 * The way in which a session came to a booking. 'ordering': the order was placed in it; 'link': the key of a letter's
 * link was used in it; 'code': the key was used, and the code that was mailed to the order's address.
 */
export type WayIn = 'ordering' | 'link' | 'code'
