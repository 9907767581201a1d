import type { Cents } from '#app/models/money.ts'

/**
 * The address that reports an order to a partners' network, made of its template with `{awc}`, `{order}` and `{amount}`
 * (euros); the values are percent-encoded.
 */
export function reportAddress(
	template: string,
	{ awc, number, total }: { awc: string; number: string; total: Cents },
): string {
	const values: Record<string, string> = { awc, order: number, amount: (total / 100).toFixed(2) }
	return template.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
		Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : place,
	)
}
