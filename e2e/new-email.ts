import { randomBytes } from 'node:crypto'

/** An address that no other test has, nor a run before on the same shop. */
export function newEmail(name = 'ada'): string {
	return `${name}-${randomBytes(6).toString('hex')}@example.org`
}
