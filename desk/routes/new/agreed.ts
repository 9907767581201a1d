import { defaultLocale, isLocale, type Locale } from '#app/i18n/i18n.ts'

/**
 * The choices on the page of a call that its cart does not hold: how it is paid, until when, and the language of its
 * letters.
 */
export type Agreed = { pay: string | null; until: string | null; letters: Locale }

/** The names of the choices in `Agreed` as forms and addresses have them. */
export const agreedNames = ['pay', 'until', 'letters'] as const

/**
 * Reads the choices of `Agreed` from an address. Letters are in German unless another language was chosen, whatever the
 * language of the desk.
 */
export function agreedOf(params: URLSearchParams): Agreed {
	const letters = params.get('letters') ?? ''
	return {
		pay: params.get('pay'),
		until: params.get('until'),
		letters: isLocale(letters) ? letters : defaultLocale,
	}
}
