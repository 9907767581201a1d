import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'

type Placed = { title: LocalText; room: LocalText | null }

/**
 * The room or zone of a line; null when it has none, or when the line itself is called so, as a room booked by itself.
 */
export function roomWords({ title, room }: Placed, locale: Locale): string | null {
	const name = room && inLocale(room, locale)
	return name === inLocale(title, locale) ? null : name
}
