import { defineConfig } from '@playwright/test'

import { longLimits } from '#testing/parts.ts'

import base from '../playwright.config.ts'

/**
 * `npm run screens`: pictures of every page in every state, to be looked at; `npm run pictures`: those of the README.
 */
export default defineConfig({
	...base,
	testDir: '.',
	testMatch: '*.screens.ts',
	globalSetup: './server.ts',
	outputDir: '../test-results',
	workers: 1,
	timeout: longLimits.test,
	expect: { timeout: longLimits.expectation },
	projects: [{ name: 'screens' }],
})
