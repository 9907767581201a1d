import { StartError } from '#app/gateways/start-error.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/** The parts of a typed command with their values as they were read; a part that was not understood has none. */
type Parts = Partial<Record<keyof TerminalWords['expected'], unknown>>

/** Returns the error of a mistyped command: what is expected of the first part without a value, and the usage. */
export function mistyped(parts: Parts, usage: string, { expected }: TerminalWords): StartError {
	const names = Object.keys(parts) as (keyof Parts)[]
	const wrong = names.find((name) => !parts[name])
	return new StartError(wrong ? `${expected[wrong]}\n${usage}` : usage)
}
