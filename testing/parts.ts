/**
 * The parts of the long run, `npm run test:all`. A test whose title says `@machines` to `@journeys` takes too long for
 * `npm test` and runs in that part.
 */
export const parts = ['machines', 'faults', 'pages', 'journeys'] as const
export type Part = (typeof parts)[number]

/** The part of the long run that this process runs; undefined in `npm test`. */
export const part = parts.find((each) => each === process.env['TESTS_PART'])

/** Matches the titles of tests that the long run has in any part, or in `part`. */
export const isLong = new RegExp(`@(${parts.join('|')})\\b`)

/**
 * The milliseconds after which any test of the long run fails, and after which an expectation gives up: they only end
 * what hangs.
 */
export const longLimits = { test: 1_200_000, expectation: 120_000 }

/**
 * The milliseconds after which a test of each size (`docs/testing.md`) fails, and after which an expectation gives up. A
 * test waits for its event; on a quiet machine none comes near.
 */
export const limits = part
	? { ...longLimits, small: longLimits.test, middle: longLimits.test, large: longLimits.test }
	: { small: 20_000, middle: 45_000, large: 60_000, expectation: 15_000 }
