import { venueCommand } from '#scripts/shop/venue-command.ts'

/** The exit code of a command, its answer on stdout and its remarks on stderr. */
export type Said = { code: number; answer: string; remarks: string }

/**
 * Runs the operator's command `npm run venue` in this process, with these settings in the environment. The connections
 * to the database of the first call stay open and serve all later ones: a command on another database is a program.
 */
export async function operate(args: string[], settings: NodeJS.ProcessEnv): Promise<Said> {
	const answer: string[] = []
	const remarks: string[] = []
	const { log, warn, error } = console
	const { env, stdout } = process
	const { write } = stdout
	console.log = (line) => void answer.push(`${line}\n`)
	console.warn = console.error = (line) => void remarks.push(`${line}\n`)
	stdout.write = (text) => answer.push(String(text)) > 0
	process.env = { ...env, ...settings }
	try {
		const code = await venueCommand(args, { staysConnected: true })
		return { code, answer: answer.join(''), remarks: remarks.join('') }
	} finally {
		Object.assign(console, { log, warn, error })
		stdout.write = write
		process.env = env
	}
}
