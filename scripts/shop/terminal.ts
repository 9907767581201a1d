import { defaultLocale } from '#app/i18n/i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { dayOf, endTimeAt, timeAt } from '#app/models/venue/day.ts'

// Formats of values on the operator's terminal.

export function money(amount: Cents): string {
	return euros(amount, defaultLocale)
}

/** Formats a moment by the venue's clock: '2026-12-05 14:03'. */
export function moment(instant: Date): string {
	return `${dayOf(instant)} ${timeAt(instant)}`
}

/** Formats the times of a visit: '14:00-16:00'; empty without times. */
export function times(from: Date | null, until: Date | null): string {
	return from && until ? `${timeAt(from)}-${endTimeAt(until)}` : ''
}

/** Returns a line with texts that visitors typed without the signs by which these could steer the terminal. */
export function forTerminal(line: string): string {
	return line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
}
