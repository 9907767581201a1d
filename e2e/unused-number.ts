let count = 0

/**
 * Makes an order number that no other order of the shop has: the worker's index, which no other worker of a run gets,
 * and a counter.
 */
export function unusedNumber(): string {
	count += 1
	const worker = process.env['TEST_WORKER_INDEX'] ?? ''
	return `1999-${worker.padStart(4, '0')}${String(count).padStart(5, '0')}`
}
