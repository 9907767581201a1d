import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'

type Placed = { title: LocalText; room: LocalText | null }

/** The name of a line's room or zone; null when it has none, or when it equals the line's title. */
export function roomWords({ title, room }: Placed, locale: Locale): string | null {
	const name = room && inLocale(room, locale)
	return name === inLocale(title, locale) ? null : name
}
