import { defineConfig } from '@playwright/test'

import { longLimits } from '#testing/parts.ts'

import base from '../playwright.config.ts'

const { globalSetup: _, ...rest } = base

/** `npm run upgrade-trial`: the last release and this build on one database, seen by visitors of both. */
export default defineConfig({
	...rest,
	testDir: 'upgrade',
	testMatch: '*.upgrade.ts',
	outputDir: '../test-results',
	workers: 1,
	timeout: longLimits.test,
	expect: { timeout: longLimits.expectation },
	projects: [{ name: 'upgrade' }],
})
