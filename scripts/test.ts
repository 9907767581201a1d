import { bin, playwright, runSteps, type Step, vitest } from '#scripts/test-run.ts'

type Prepare = { build: () => Promise<void> }

/**
 * Runs `npm test`: all checks and tests that must pass before a change goes in. The last line is `N passed, N failed`,
 * the sum of all tests that ran.
 */
export async function main({ build }: Prepare): Promise<void> {
	const { failed } = await runSteps(
		[
			['lint', () => bin('oxlint', '--config', 'oxlint.config.mjs', '.')],
			['format', () => bin('oxfmt', '--check', '.')],
			...types,
			['dead code', () => bin('knip')],
			buildOf({ build }),
		],
		[
			vitest('rules and database'),
			playwright('http', ['http']),
			playwright('browser', ['waiting', 'javascript', 'no-javascript']),
		],
	)
	process.exit(failed > 0 ? 1 : 0)
}

/** The steps that type the routes and check all types. */
export const types: readonly Step[] = [
	['types', () => bin('react-router', 'typegen') && bin('tsc')],
	['types of the desk', () => bin('react-router', 'typegen', 'desk') && bin('tsc', '-p', 'desk')],
]

export function buildOf({ build }: Prepare): Step {
	return ['build', () => build().then(() => true)]
}
