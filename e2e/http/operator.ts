import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `npm run venue -- ...` as the operator types it, on the shop of the tests. */
export async function venue(...args: string[]): Promise<{ code: number; said: string }> {
	const env = { ...process.env, DATABASE_URL: process.env['SHOP_DATABASE_URL'] }
	const options = { env }
	return run('npm', ['run', '--silent', 'venue', '--', ...args], options).then(
		({ stdout }) => ({ code: 0, said: stdout }),
		({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
	)
}
