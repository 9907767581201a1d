import { join } from 'node:path'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { end, launch, type Program, ROOT } from '#scripts/shop/child.ts'
import { deskHeapFlags } from '#server/heap.ts'

/** Starts the built desk as `serve` does, at a port of its own. */
export async function startDesk(shopEnv: NodeJS.ProcessEnv, output: Program['output']) {
	const port = await freePort()
	const origin = `http://localhost:${port}`
	const program = {
		name: 'The desk',
		file: join(ROOT, 'build/serve/desk.js'),
		flags: deskHeapFlags,
		env: {
			...shopEnv,
			DESK_ORIGIN: origin,
			DESK_PORT: String(port),
			JOBS: '0',
			WORKERS: '1',
			NODE_ENV: 'production',
		},
		output,
	}
	let { child } = await launch(program)
	return {
		origin,
		kill: () => void child.kill('SIGKILL'),
		stop: () => end(child, 40),
		async restart() {
			await end(child, 40)
			;({ child } = await launch(program))
		},
	}
}
