import { defineConfig } from '@playwright/test'

import base from '../playwright.config.ts'

/** `npm run screens`: pictures of every page in every state, to be looked at. */
export default defineConfig({
	...base,
	testDir: '.',
	testMatch: 'every-page.screens.ts',
	globalSetup: './server.ts',
	outputDir: '../test-results',
	workers: 1,
	projects: [{ name: 'screens' }],
})
