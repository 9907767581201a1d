/** The time zone of the venue's clock. Named here and nowhere else. */
export const zone = 'Europe/Berlin'
