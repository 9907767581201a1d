import { execFile, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

import { ROOT } from '#scripts/shop/child.ts'

const run = promisify(execFile)

/** Returns the commit of the newest release that `CHANGELOG.md` names. */
export async function lastRelease(): Promise<string> {
	const text = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
	const commit = /^Commit `([\da-f]{40})`/m.exec(text)?.[1]
	if (!commit) throw new Error('CHANGELOG.md names no commit of a release')
	return commit
}

/** Lays the sources of a commit into `folder`, installs their packages and builds them; returns the folder. */
export async function buildAt(commit: string, folder: string): Promise<string> {
	await unpack(spawn('git', ['archive', commit], { cwd: ROOT, stdio: PIPED }), folder)
	// Not `npm ci`: the lock file of 0.1.0 lacks binaries of other platforms.
	const quiet = ['--no-save', '--no-audit', '--no-fund', '--include=dev']
	await run('npm', ['install', ...quiet], { cwd: folder, maxBuffer: 1e8 })
	await run('npm', ['run', 'build'], { cwd: folder, maxBuffer: 1e8 })
	return folder
}

/**
 * Builds these sources once more in `folder`, in another colour: all files of its style and scripts have other names
 * than ours.
 */
export async function buildInAnotherColour(folder: string): Promise<string> {
	const files = await run('git', ['ls-files', '-z'], { cwd: ROOT, maxBuffer: 1e8 })
	const list = `${folder}.list`
	await writeFile(list, files.stdout)
	await unpack(spawn('tar', ['-c', '--null', '-T', list], { cwd: ROOT, stdio: PIPED }), folder)
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
	const theme = join(folder, 'app/ui/theme.css.ts')
	await writeFile(theme, (await readFile(theme, 'utf8')).replace('#6cc4cc', '#6cc4cd'))
	await run('npm', ['run', 'build'], { cwd: folder, maxBuffer: 1e8 })
	return folder
}

const PIPED: StdioOptions = ['ignore', 'pipe', 'inherit']

async function unpack({ stdout }: { stdout: Readable | null }, folder: string): Promise<void> {
	await mkdir(folder)
	const tar = spawn('tar', ['-x', '-C', folder], { stdio: [stdout, 'inherit', 'inherit'] })
	const [code] = await once(tar, 'exit')
	if (code !== 0) throw new Error(`The sources could not be unpacked into ${folder}`)
}
