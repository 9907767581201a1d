import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives a build its id, its time and its version in the environment, so that its server and its client files are built
 * with the same; the metrics tell them.
 */
export function nameBuild(): void {
	const packageFile = join(import.meta.dirname, '../../package.json')
	const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
	process.env['VITE_BUILD_ID'] ||= randomUUID()
	process.env['VITE_BUILD_TIME'] ||= String(Date.now())
	process.env['VITE_VERSION'] = version
}
