/** The time zone of the venue. Named here and nowhere else. */
export const zone = 'Europe/Berlin'
