import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { askFirst } from '#scripts/shop/ask.ts'
import { wordsIn } from '#scripts/shop/words.ts'

const about = ['2026-000042  Ada Lovelace, 2026-12-05, 49,80 €', 'This booking ends.']

/** Makes a terminal at which `typed` is typed; its `shown` holds all that was printed. */
function terminal(typed: string, isTTY: boolean) {
	const input = Object.assign(new PassThrough(), { isTTY })
	input.end(typed)
	const output = new PassThrough()
	return { input, output, shown: () => String(output.read() ?? '') }
}

test.each(['yes', 'y', 'Ja', 'j', ' yes '])('%s goes on (faults N18)', async (answer) => {
	const { shown, ...at } = terminal(`${answer}\n`, true)
	await askFirst(about, false, wordsIn(), at)
	expect(shown()).toContain(`${about.join('\n')}\nGo on? (yes/no) `)
})

test.each(['no', '', 'yess', '2026-000042'])("the answer '%s' does nothing", async (answer) => {
	const { shown, ...at } = terminal(`${answer}\n`, true)
	await expect(askFirst(about, false, wordsIn(), at)).rejects.toThrow('Nothing was done.')
	expect(shown()).toContain(about[0])
})

test('a command without a terminal is refused: a program says --yes', async () => {
	const { shown, ...at } = terminal('yes\n', false)
	await expect(askFirst(about, false, wordsIn(), at)).rejects.toThrow('A program says --yes')
	expect(shown()).toContain(about[1])
	await askFirst(about, true, wordsIn(), terminal('', false))
})
