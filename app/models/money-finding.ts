/**
 * The kinds of findings. moneyWithoutBooking: money at a provider that no row has · referenceTwice: such money under a
 * reference that other money has as well, because two visitors were given one number · bookingWithoutMoney: a row has
 * money that the provider does not have, or another amount · refundUnknown: money that went back at a provider and that
 * no row knows of.
 */
export const findingKinds = [
	'moneyWithoutBooking',
	'referenceTwice',
	'bookingWithoutMoney',
	'refundUnknown',
] as const
export type FindingKind = (typeof findingKinds)[number]

/**
 * The ends of a finding. bookedAgain: its booking was made again · noted: its money was noted for a booking that stands
 * · givenBack: its money was refunded · gone: a later look did not find it · left: a person saw to it otherwise.
 */
export type FindingEnd = 'bookedAgain' | 'noted' | 'givenBack' | 'gone' | 'left'
