import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'

import { canRun } from '#scripts/shop/debian.ts'

/**
 * Finds the browser for tests: the one that CHROMIUM_PATH names, one on the PATH, or Playwright's own. Undefined when
 * there is none yet.
 */
export function findChromium() {
	const named = process.env['CHROMIUM_PATH']
	if (named) return named

	const folders = (process.env['PATH'] ?? '').split(delimiter)
	const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
	if (found) return found
	return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * Installs a Chromium for the browser tests: Debian's where this user may install packages (with all that it needs),
 * else Playwright's. Prints before it does so what it installs, and how to do without.
 */
export function installChromium() {
	console.log('The browser tests need a Chromium, and there is none (CHROMIUM_PATH may name one).')
	if (process.getuid?.() === 0 && canRun(APT)) {
		console.log(`Installing the Debian package ${PACKAGES.join(' or ')} with apt-get ...`)
		apt('update', '-qq')
		if (PACKAGES.some((name) => apt('install', '-y', '-qq', name))) return
	}
	console.log('Installing the Chromium of Playwright below its own cache folder ...')
	execFileSync(process.execPath, [PLAYWRIGHT, 'install', 'chromium'], { stdio: 'inherit' })
}

const APT = '/usr/bin/apt-get'

/**
 * The names of the browser's program; the headless shell comes first, because its tests take two thirds of the time.
 */
const NAMES = [
	'chromium-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
]
const PACKAGES = ['chromium-headless-shell', 'chromium']

const PLAYWRIGHT = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')

function apt(...args: string[]): boolean {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	return spawnSync(APT, args, { env, stdio: 'ignore' }).status === 0
}
