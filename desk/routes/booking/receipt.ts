/**
 * True for a text that can be the number of a till's receipt: 1 to 40 letters, digits, dots, slashes, dashes and
 * underscores. The commands for the till accept no others.
 */
export function isReceipt(typed: string): boolean {
	return /^[\w./-]{1,40}$/.test(typed)
}
