import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { ROOT } from '#scripts/shop/child.ts'
import type { RunOutcome } from '#scripts/test-outcome.ts'
import { playwright, runSteps, type TestStep, vitest } from '#scripts/test-run.ts'
import { buildOf, types } from '#scripts/test.ts'
import { type Part, parts } from '#testing/parts.ts'

const USAGE = `npm run test:all -- [1 to 4] [--shard 1/3]

Runs what takes too long for npm test, part after part, or one part by its number:
${parts.map((part, index) => `  ${index + 1} ${part}`).join('\n')}
Everything random gets a new seed, which is printed; PROPERTY_SEED brings a run back. The result of a
part is written to .data/test-all/<commit>-<part>.json. --shard runs a share of a part, for several
machines.`

type Options = { args: string[]; build: () => Promise<void> }

/** Runs `npm run test:all`. Each part ends with `N passed, N failed`; a red one does not stop those after it. */
export async function main({ args, build }: Options): Promise<void> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { shard: { type: 'string' }, help: { type: 'boolean', default: false } },
	})
	const chosen: readonly (Part | undefined)[] =
		positionals.length > 0 ? positionals.map(partAt) : parts
	if (values.help || chosen.includes(undefined)) {
		console.log(USAGE)
		process.exit(values.help ? 0 : 2)
	}

	const checked = await runSteps([...types, buildOf({ build })], [])
	if (checked.failed > 0) process.exit(1)
	const seed = (process.env['PROPERTY_SEED'] ??= String(randomInt(2 ** 31)))
	// Ten times as many random sequences as in `npm test`.
	process.env['PROPERTY_RUNS'] ??= '200000'
	let isGreen = true
	for (const part of chosen.filter((each) => each !== undefined)) {
		console.log(`\n══ ${part}, PROPERTY_SEED=${seed}`)
		// The runners and all that they start read this.
		process.env['TESTS_PART'] = part
		const begin = performance.now()
		const shares = values.shard ? [`--shard=${values.shard}`] : []
		const outcome = await runSteps([], testsOf(part, shares))
		const minutes = Number(((performance.now() - begin) / 60_000).toFixed(1))
		note({ part, seed, shard: values.shard, minutes, ...outcome })
		isGreen &&= outcome.failed === 0
	}
	process.exit(isGreen ? 0 : 1)
}

function partAt(number: string): Part | undefined {
	return parts[Number(number) - 1]
}

function testsOf(part: Part, shares: string[]): TestStep[] {
	if (part === 'faults') return [playwright('http', ['http', 'waiting'], ...shares)]
	if (part !== 'machines')
		return [playwright('browser', ['javascript', 'no-javascript'], ...shares)]
	return [vitest('rules and database', ...shares)]
}

type Result = RunOutcome & {
	part: Part
	seed: string
	shard: string | undefined
	minutes: number
}

/** Writes the result of a part under the commit that it ran on. */
function note(result: Result): void {
	const folder = join(ROOT, '.data/test-all')
	mkdirSync(folder, { recursive: true })
	const share = result.shard ? `-${result.shard.replace('/', 'of')}` : ''
	const file = join(folder, `${commit()}-${result.part}${share}.json`)
	writeFileSync(file, `${JSON.stringify(result, null, '\t')}\n`)
	console.log(`══ ${result.part}: ${result.minutes} minutes, ${file}`)
}

/** The short id of the commit that is checked out, with `-changed` where files differ from it. */
function commit(): string {
	const isChanged = git('status', '--porcelain') !== ''
	return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '-changed' : ''}`
}

function git(...args: string[]): string {
	return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout
}
