import { join } from 'node:path'

import { findProgram, unpackDebian } from '#scripts/shop/debian.ts'

import { part } from './parts.ts'

/**
 * Returns the path of promtool, and brings it where it is not installed.
 *
 * @throws StartError on a machine without promtool whose apt-get does not bring it
 */
export function bringPromtool(forWhat: string): string {
	return findProgram('promtool') ?? join(unpackDebian(['prometheus'], forWhat), 'usr/bin/promtool')
}

/**
 * Returns the path of promtool for a test: part 1 of the long run must have it, `npm test` uses it where it is
 * installed.
 */
export function promtoolOfTests(): string | undefined {
	return part ? bringPromtool('Part 1 of npm run test:all') : findProgram('promtool')
}
