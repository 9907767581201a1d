import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/**
 * The browser to test with: the one CHROMIUM_PATH names, one on the PATH, or Playwright's own.
 * Undefined when there is none yet.
 */
export function findChromium() {
	const named = process.env['CHROMIUM_PATH']
	if (named) return named

	const folders = (process.env['PATH'] ?? '').split(delimiter)
	const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
	if (found) return found
	return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** Brings a Chromium: Debian's where we may install packages (all it needs comes along), else Playwright's. */
export function installChromium() {
	if (process.getuid?.() === 0 && canRun(APT)) {
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
		try {
			execFileSync(APT, ['update', '-qq'], { env, stdio: 'ignore' })
			execFileSync(APT, ['install', '-y', '-qq', 'chromium'], { env, stdio: 'ignore' })
			return
		} catch {
			// Not a Debian that has it; Playwright may.
		}
	}
	execFileSync(process.execPath, [PLAYWRIGHT, 'install', 'chromium'], { stdio: 'inherit' })
}

const APT = '/usr/bin/apt-get'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const PLAYWRIGHT = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')

function canRun(path: string) {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
