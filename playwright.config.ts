import { defineConfig } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'
import { isLong, limits, part } from '#testing/parts.ts'

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

/** The tests of `npm test`, or of the part of the long run; `isLong` matches the others. */
const chosen = part ? { grep: new RegExp(`@${part}\\b`) } : { grepInvert: isLong }

/** The tests that run without scripts: those that show what only that mode can, and in the long run all others. */
function withoutScripts() {
	if (part === 'journeys') return { grepInvert: /@(both|javascript|pages)\b/ }
	return part ? { ...chosen, grepInvert: /@javascript/ } : { grep: /@both/ }
}

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
	timeout: limits.middle,
	expect: { timeout: limits.expectation },
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
			...chosen,
			dependencies: ['http'],
			workers: 2,
			fullyParallel: false,
		},
		{
			name: 'javascript',
			timeout: limits.large,
			testIgnore: 'http/**',
			...chosen,
			dependencies: ['http'],
			retries: 1,
		},
		{
			name: 'no-javascript',
			timeout: limits.large,
			dependencies: ['http'],
			testIgnore: 'http/**',
			use: { javaScriptEnabled: false },
			...withoutScripts(),
			retries: 1,
		},
		// First and by themselves, no pages: many at once, hand-made requests.
		{
			name: 'http',
			testMatch: 'http/*.spec.ts',
			testIgnore: waiting,
			...chosen,
			workers: 3,
			// A file's tests share its shop; many of them wait for a job or a database meanwhile.
			fullyParallel: false,
		},
	],
})
