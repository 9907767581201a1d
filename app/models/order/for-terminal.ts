/** What visitors typed must not steer the terminal that it is shown on. */
export function forTerminal(line: string): string {
	return line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
}
