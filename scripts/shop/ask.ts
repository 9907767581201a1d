import { createInterface } from 'node:readline/promises'

import { StartError } from '#app/gateways/start-error.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/** The operator's terminal. */
export type Terminal = {
	input: NodeJS.ReadableStream & { isTTY?: boolean }
	output: NodeJS.WritableStream
}

/**
 * Shows a change and its order, and goes on when the answer is yes. A program says `--yes` beforehand (faults N18).
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

	const line = createInterface({ input, output })
	const answer = await line.question(words.question).finally(() => line.close())
	if (!/^(y|yes|j|ja)$/i.test(answer.trim())) throw new StartError(words.nothingDone)
}
