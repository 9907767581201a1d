export const allocationStates = ['held', 'pending', 'confirmed', 'released', 'expired'] as const
export type AllocationState = (typeof allocationStates)[number]

/** The states of allocations that take up units of their resource; 'held' does so only until the hold expires. */
export const liveStates = [
	'held',
	'pending',
	'confirmed',
] as const satisfies readonly AllocationState[]
