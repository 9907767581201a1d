/** True when so few are left that the number helps to decide. */
export function isWorthCounting(left: number): boolean {
	return left <= 25
}
