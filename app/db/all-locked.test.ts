import { expect, test, vi } from 'vitest'

import { untilAllLocked } from '#app/db/all-locked.ts'

test.each([
	['at once', ['done'], 'done', 1],
	['after a change in between', [null, 'done'], 'done', 2],
	['with the third try', [null, null, 'done'], 'done', 3],
	['never, where something changes each time (faults C22)', [null, null, null, 'done'], null, 3],
] as const)('all is locked %s', async (_, answers, done, tries) => {
	const left = [...answers]
	const change = vi.fn<() => Promise<string | null>>(async () => left.shift() ?? null)
	expect(await untilAllLocked(change)).toBe(done)
	expect(change).toHaveBeenCalledTimes(tries)
})
