/** True when at most 25 places are left, so that the number helps to decide. */
export function isWorthCounting(left: number): boolean {
	return left <= 25
}
