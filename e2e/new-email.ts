import { randomBytes } from 'node:crypto'

/** Makes an address that no other test has, nor an earlier run on the same shop. */
export function newEmail(name = 'ada'): string {
	return `${name}-${randomBytes(6).toString('hex')}@example.org`
}
