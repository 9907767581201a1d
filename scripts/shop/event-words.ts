import { defaultLocale, type Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import { eventWords } from '#desk/routes/booking/event-words.ts'
import { revisionWords } from '#desk/routes/booking/revision-words.ts'

type Told = Pick<OrderHistory, 'revisions'> & { locale: Locale }

/**
 * Returns the sentence of an order's event in the desk's words, with the id at the provider that the event names: 'die
 * Bank hat 89,64 € zurückgeholt, dp_99'. Null for letters and for the placing of the order. Money is written as
 * elsewhere on the terminal.
 */
export function saidByDesk(
	{ locale, revisions }: Told,
	event: { who: string; what: string },
): string | null {
	const desk = { t: deskWordsIn(locale).t, locale: defaultLocale }
	const differences = (number: number) => revisionWords(desk, wordsOf(locale), revisions, number)
	const said = eventWords(desk, event, differences)
	const [, id] =
		/^(?:refund|dispute|unknown status of) (\S+?):? (?:by hand|failed|open|won|lost|")/.exec(
			event.what,
		) ?? []
	return said !== null && id ? `${said}, ${id}` : said
}
