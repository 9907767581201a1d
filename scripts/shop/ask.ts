import { createInterface } from 'node:readline/promises'

import { StartError } from '#app/gateways/start-error.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/** The operator's terminal, or what takes its place in tests. */
export type Terminal = {
	input: NodeJS.ReadableStream & { isTTY?: boolean }
	output: NodeJS.WritableStream
}

/**
 * Shows what a command would change, asks the operator, and goes on when the answer is yes. A program says `--yes`
 * beforehand (`isSaid`, faults N18).
 * @throws StartError without a terminal, or with another answer
 */
export async function askFirst(
	about: readonly string[],
	isSaid: boolean,
	words: TerminalWords,
	{ input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
	output.write(`${about.join('\n')}\n`)
	if (isSaid) return
	if (!input.isTTY) throw new StartError(words.nobodyToAsk)

	if (!(await isAnsweredYes(words.question, { input, output })))
		throw new StartError(words.nothingDone)
}

/** Asks the operator a question; true when the answer is yes, false without a terminal. */
export async function isAnsweredYes(
	question: string,
	{ input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
	if (!input.isTTY) return false
	const line = createInterface({ input, output })
	const answer = await line.question(question).finally(() => line.close())
	return /^(y|yes|j|ja)$/i.test(answer.trim())
}
