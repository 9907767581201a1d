/**
 * The way in which a session came to a booking. 'ordering': the order was placed in it; 'link': a letter's key was used
 * in it; 'code': besides the key, the code that was mailed to the order's address.
 */
export type WayIn = 'ordering' | 'link' | 'code'
