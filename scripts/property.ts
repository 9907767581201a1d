import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { ROOT } from '#scripts/shop/child.ts'

const USAGE = `npm run property -- [200000] [--seed N] [--path P] [--only NAME]

Holds the booking rules against their slow and plain models, for about so many random sequences (in
\`npm test\` it is about 20,000). One seed is drawn for all and printed; a failure says its path,
with which it comes back: --seed N --path P --only "part of the test's name".`

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seed: { type: 'string' },
		path: { type: 'string' },
		only: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
})

if (values.help) {
	console.log(USAGE)
} else {
	const { seed = String(randomInt(2 ** 31)), path, only } = values
	const [runs = '200000'] = positionals
	console.log(`--seed ${seed}`)
	const { status } = spawnSync(
		join(ROOT, 'node_modules/.bin/vitest'),
		['run', 'property', ...(only ? ['-t', only] : [])],
		{
			cwd: ROOT,
			stdio: 'inherit',
			env: {
				...process.env,
				TESTS_PART: 'machines',
				// With a path only one random sequence is run again.
				PROPERTY_RUNS: path ? '' : runs,
				PROPERTY_SEED: seed,
				...(path && { PROPERTY_PATH: path }),
			},
		},
	)
	process.exitCode = status ?? 1
}
