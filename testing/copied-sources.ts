import { cp, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const made = new Set(['.data', '.git', 'build', 'node_modules', 'test-results'])

/** Copies all but what is made from the sources, for a test that changes them; the packages stay where they are. */
export async function copySources(to: string): Promise<void> {
	const filter = (file: string) => !made.has(relative(ROOT, file))
	await cp(ROOT, to, { recursive: true, filter })
	await symlink(join(ROOT, 'node_modules'), join(to, 'node_modules'))
}
