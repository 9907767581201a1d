import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

type Package = { optionalDependencies?: Record<string, string> }

const file = join(import.meta.dirname, '../../package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Package> }

test('the lock file holds every optional dependency, as npm ci demands (faults J11)', () => {
	const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies)
			.filter((name) => !isLocked(place, name))
			.map((name) => `${place} -> ${name}`),
	)
	expect(missing).toEqual([])
})

/**
 * True when the lock file holds the package. Looks where Node does: in the package's own node_modules, then in each
 * folder above it.
 */
function isLocked(place: string, name: string) {
	const parts = place.split('/node_modules/')
	return parts.some((_, index) => {
		const above = parts.slice(0, parts.length - index).join('/node_modules/')
		return `${above}/node_modules/${name}` in packages || `node_modules/${name}` in packages
	})
}
