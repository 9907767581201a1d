import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'

type Placed = { title: LocalText; room: LocalText | null }

/** The room or zone of a line; null when it has none, or the line is that room and has its name. */
export function roomWords({ title, room }: Placed, locale: Locale): string | null {
	const name = room && inLocale(room, locale)
	return name === inLocale(title, locale) ? null : name
}
