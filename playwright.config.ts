import { defineConfig } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'

const executablePath = findChromium()
/** Specs without pages that mostly wait: for what the next process finds, for jobs, for providers that are silent. */
const waiting = [
	'http/crash.spec.ts',
	'http/notice.spec.ts',
	'http/payment-faults.spec.ts',
	'http/paypal.spec.ts',
	'http/provider-away.spec.ts',
	'http/slow-clients.spec.ts',
	'http/standby.spec.ts',
	'http/stopping.spec.ts',
]

export default defineConfig({
	testDir: 'e2e',
	testMatch: '**/*.spec.ts',
	globalSetup: './e2e/server.ts',
	outputDir: 'test-results',
	// Two for the processors, two that mostly wait.
	workers: 4,
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	// Tests wait for what must happen, however long this machine takes; these only end what hangs.
	timeout: 1_200_000,
	expect: { timeout: 120_000 },
	reporter: 'list',
	use: {
		locale: 'de-DE',
		timezoneId: 'Europe/Berlin',
		screenshot: 'only-on-failure',
		launchOptions: {
			...(executablePath && { executablePath }),
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
		// Set by the global set-up, before the first worker reads this.
		...(process.env['SHOP_URL'] && { baseURL: process.env['SHOP_URL'] }),
	},
	projects: [
		// Beside the browsers, which need the processors.
		{
			name: 'waiting',
			testMatch: waiting,
			dependencies: ['http'],
			workers: 2,
			fullyParallel: false,
		},
		{ name: 'javascript', testIgnore: 'http/**', dependencies: ['http'] },
		{
			name: 'no-javascript',
			dependencies: ['http'],
			testIgnore: 'http/**',
			use: { javaScriptEnabled: false },
			grepInvert: /@javascript/,
		},
		// First and by themselves, no pages: many at once, hand-made requests.
		{
			name: 'http',
			testMatch: 'http/*.spec.ts',
			testIgnore: waiting,
			workers: 3,
			// A file's tests share its shop; many of them wait for a job or a database meanwhile.
			fullyParallel: false,
		},
	],
})
