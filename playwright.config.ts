import { defineConfig } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'
import { isWhole } from '#testing/whole.ts'

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

/** Specs that only `npm run test:all` runs; of a spec that is not here, the tests whose titles say `@all`. */
const leftOut = [
	'account-orders.spec.ts',
	'account-username.spec.ts',
	'auth-client.spec.ts',
	'error-reference.spec.ts',
	'gift-voucher.spec.ts',
	'invoices.spec.ts',
	'missing-part.spec.ts',
	'move.spec.ts',
	'notice.spec.ts',
	'occasion.spec.ts',
	'organisation.spec.ts',
	'parties.spec.ts',
	'sent.spec.ts',
	'steady.spec.ts',
	'still-in-cart.spec.ts',
	'wheel.spec.ts',
].map((name) => `${import.meta.dirname}/e2e/${name}`)

const leftOutHttp = [
	'http/crash.spec.ts',
	'http/database-away.spec.ts',
	'http/database-trouble.spec.ts',
	'http/few-connections.spec.ts',
	'http/installation.spec.ts',
	'http/notice.spec.ts',
	'http/page-queue.spec.ts',
	'http/plain-server.spec.ts',
	'http/slow-clients.spec.ts',
	'http/stampede.spec.ts',
	'http/standby.spec.ts',
	'http/stopping.spec.ts',
]

const withoutScripts = isWhole ? { grepInvert: /@javascript/ } : { grep: /@both/ }
const notLeftOut = isWhole ? {} : { grepInvert: /@all/ }

export default defineConfig({
	testDir: 'e2e',
	testMatch: '**/*.spec.ts',
	globalSetup: './e2e/server.ts',
	outputDir: 'test-results',
	// Two for the processors, two that mostly wait.
	workers: 4,
	fullyParallel: true,
	forbidOnly: true,
	// Browser specs have a second try, after all others and alone; some files say otherwise (`retries`).
	// `scripts/second-tries.ts` says which failures it excuses.
	retries: 0,
	retryStrategy: 'isolated',
	// Tests wait for what must happen; these only end what hangs.
	timeout: isWhole ? 1_200_000 : 180_000,
	expect: { timeout: isWhole ? 120_000 : 60_000 },
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
			testIgnore: isWhole ? [] : leftOutHttp,
			...notLeftOut,
			dependencies: ['http'],
			workers: 2,
			fullyParallel: false,
		},
		{
			name: 'javascript',
			testIgnore: ['http/**', ...(isWhole ? [] : leftOut)],
			...notLeftOut,
			dependencies: ['http'],
			retries: 1,
		},
		{
			name: 'no-javascript',
			dependencies: ['http'],
			testIgnore: 'http/**',
			use: { javaScriptEnabled: false },
			...withoutScripts,
			retries: 1,
		},
		// First and by themselves, no pages: many at once, hand-made requests.
		{
			name: 'http',
			testMatch: 'http/*.spec.ts',
			testIgnore: [...waiting, ...(isWhole ? [] : leftOutHttp)],
			...notLeftOut,
			workers: 3,
			// A file's tests share its shop; many of them wait for a job or a database meanwhile.
			fullyParallel: false,
		},
	],
})
