import { configDefaults, defineConfig } from 'vitest/config'

import { isLong, limits, part } from './testing/parts.ts'

const all = '{app,desk,drizzle,sandbox,scripts,server,testing}/**/*.test.{ts,tsx}'

/** Tests that open a database of their own or start programs; `*.server.test.ts` are the models' and the gateways'. */
const withPrograms = [
	'**/*.server.test.ts',
	'drizzle/embedded/embedded.test.ts',
	'sandbox/server.test.ts',
	'scripts/{start,venue}.test.ts',
	'server/{desk-process,workers}.test.ts',
	'server/rolling.test.ts',
	'testing/{booking-verbs,month-books,shuffled-payments,statement-audit,third-provider,torture}.test.ts',
]

export default defineConfig({
	test: {
		...(!part && { testNamePattern: new RegExp(`^(?!.*${isLong.source})`) }),
		setupFiles: ['./testing/seeded.ts'],
		// Two for the processors, one that mostly waits.
		maxWorkers: 3,
		hookTimeout: limits.large,
		expect: { poll: { timeout: limits.expectation } },
		// What the environment must have. A test with a database of its own sets its URL
		// (`createTestDatabase`) before it imports what connects.
		env: {
			DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
			SESSION_SECRETS: 'a secret of the tests that is long enough',
			STRIPE_SECRET_KEY: 'sk_test_vitest',
			STRIPE_WEBHOOK_SECRET: 'whsec_vitest',
			LOG_LEVEL: 'silent',
		},
		projects: [
			{
				extends: true,
				test: {
					name: 'rules',
					include: [all],
					testTimeout: limits.small,
					// Rules are pure, so that files share what they import: this halves their time.
					isolate: false,
					exclude: [...configDefaults.exclude, ...withPrograms],
					// First, because their answer comes within seconds.
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: 'programs',
					include: withPrograms,
					testTimeout: limits.middle,
					sequence: { groupOrder: 1 },
					globalSetup: ['./testing/vitest.ts'],
				},
			},
		],
	},
})
