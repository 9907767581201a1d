import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Commands that show the order and ask, unless a program says --yes. */
const asking = new Set(['cancel', 'refund', 'void', 'paid', 'paid-back', 'unnote'])

/** Runs `npm run venue -- ...` as an operator's program calls it, on the shop of the tests. */
export async function venue(...args: string[]): Promise<{ code: number; said: string }> {
	const env = { ...process.env, DATABASE_URL: process.env['SHOP_DATABASE_URL'] }
	const options = { env }
	const said = asking.has(args[0] ?? '') ? [...args, '--yes'] : args
	return run('npm', ['run', '--silent', 'venue', '--', ...said], options).then(
		({ stdout }) => ({ code: 0, said: stdout }),
		({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
	)
}
