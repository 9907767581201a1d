import type { Words } from '#app/i18n/words.ts'
import { numberRows, whenRows, type DiffRow } from '#app/models/booking/difference.ts'
import { euros } from '#app/models/money.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import type { DeskWords } from '#desk/i18n/words.ts'

type Revision = { number: number; content: RevisionContent }

/**
 * Returns the differences that a revision has made: 'Gäste, Kometen-Party 8 → 10; Gesamt 207,20 € → 259,00 €'. It is ''
 * where texts alone were changed, which no revision holds, and null where the revision or the one before it is not in
 * the list.
 */
export function revisionWords(
	{ t, locale }: DeskWords,
	shop: Words,
	revisions: readonly Revision[],
	number: number,
): string | null {
	const [before, after] = [number - 1, number].map(
		(wanted) => revisions.find((revision) => revision.number === wanted)?.content,
	)
	if (!before || !after) return null
	const contents = { before, after }
	const rows = [
		...whenRows(shop, contents),
		...numberRows(shop, contents),
		{
			term: t('booking.lines.total'),
			was: euros(before.total, locale),
			now: euros(after.total, locale),
		},
	]
	return rows
		.filter(({ was, now }) => was !== now)
		.map(said)
		.join('; ')
}

function said({ term, was, now }: DiffRow): string {
	return `${term} ${was} → ${now}`
}
