import type { Env } from '#app/gateways/environment.ts'

import { MOST_FIELDS } from './readable.ts'

/**
 * Returns the environment with which `serve` opens the desk: the desk's address and port stand in place of the shop's.
 */
export function atDesk(env: Env): Env {
	const { DESK_ORIGIN = `http://localhost:${env.DESK_PORT}`, DESK_PORT } = env
	return { ...env, APP_ORIGIN: DESK_ORIGIN, PORT: DESK_PORT }
}

/**
 * Returns the most fields that a form of the desk may have. The form that closes a day has a field for each booking of
 * the day, and its 64 KB hold about 1,200 of them (faults N353); they take 25 ms to parse.
 */
export function mostFieldsOfDesk(path: string): number {
	return closing.test(path) ? 1250 : MOST_FIELDS
}

/**
 * Matches the path of the form that closes a day, in any case, as the route does; a page with scripts posts it with
 * `.data`.
 */
const closing = /^\/day\/[^/]+\/close(?:\.data)?\/?$/i
