export const allocationStates = ['held', 'pending', 'confirmed', 'released', 'expired'] as const
export type AllocationState = (typeof allocationStates)[number]

/** The states that take up room. A hold does so only until it expires. */
export const liveStates = [
	'held',
	'pending',
	'confirmed',
] as const satisfies readonly AllocationState[]
