import { StartError } from '#app/gateways/start-error.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { ListedStaff } from '#app/models/staff/staff.server.ts'
import type { Level } from '#app/models/staff/staff.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'

// The texts of the command `staff`, in both languages.

const english = {
	locale: 'en-EN' as Locale,
	levels: { counter: 'counter', shift: 'shift', owner: 'owner' } as Record<Level, string>,
	nobody: 'The desk has no staff yet.',
	firstOwner: 'The first owner comes in by this link, once, within 48 hours:',
	noOne: (email: string) => `Nobody on the staff has the address ${email}.`,
	isInvited: (name: string) => `${name} is on the staff, and a letter with a link goes out.`,
	link: (name: string) => `${name} comes in by this link, once, within 48 hours:`,
	hasLevel: (name: string, level: string) => `${name} has the level ${level} now.`,
	willEnd: (name: string) => `${name}'s access ends at once, on all devices. The name stays.`,
	hasEnded: (name: string) => `${name}'s access has ended.`,
	isSignedOut: (name: string) => `${name} is signed out on all devices.`,
	passkeys: (count: number) => `passkeys: ${count}`,
	password: 'password',
	noWayIn: 'no way in yet',
	ended: (day: string) => `ended ${day}`,
	seen: (at: string) => `last seen ${at}`,
}

export type StaffTerminalWords = typeof english

const german: StaffTerminalWords = {
	locale: 'de-DE',
	levels: { counter: 'Empfang', shift: 'Schicht', owner: 'Leitung' },
	nobody: 'Die Theke hat noch kein Team.',
	firstOwner: 'Die erste Leitung kommt über diesen Link herein, einmal, binnen 48 Stunden:',
	noOne: (email) => `Niemand im Team hat die Adresse ${email}.`,
	isInvited: (name) => `${name} ist im Team, und ein Brief mit dem Link geht hinaus.`,
	link: (name) => `${name} kommt über diesen Link herein, einmal, binnen 48 Stunden:`,
	hasLevel: (name, level) => `${name} hat jetzt die Stufe ${level}.`,
	willEnd: (name) =>
		`Der Zugang von ${name} endet sofort, auf allen Geräten. Der Name bleibt im Verlauf.`,
	hasEnded: (name) => `Der Zugang von ${name} ist beendet.`,
	isSignedOut: (name) => `${name} ist auf allen Geräten abgemeldet.`,
	passkeys: (count) => `Passkeys: ${count}`,
	password: 'Passwort',
	noWayIn: 'noch kein Weg hinein',
	ended: (day) => `beendet ${day}`,
	seen: (at) => `zuletzt ${at}`,
}

/**
 * Returns the texts of the command `staff` in the language that was typed behind `--lang`; English where none was.
 * @throws StartError for any other language
 */
export function staffWordsIn(lang = 'en'): StaffTerminalWords {
	if (lang === 'en') return english
	if (lang === 'de') return german
	throw new StartError(`--lang is de or en, not '${lang}'.`)
}

/** Returns a line about a member of staff: name, level, mail address, ways in, last use. */
export function staffInALine(person: ListedStaff, words: StaffTerminalWords): string {
	const { name, level, email, hasPassword, passkeys, endedAt, seenAt } = person
	const { locale } = words
	const ways = [
		...(passkeys > 0 ? [words.passkeys(passkeys)] : []),
		...(hasPassword ? [words.password] : []),
	]
	const at = (time: Date) => `${formatDay(time, locale, 'numeric')} ${formatTime(time, locale)}`
	return [
		name,
		words.levels[level],
		...(email === null ? [] : [email]),
		...(endedAt
			? [words.ended(formatDay(endedAt, locale, 'numeric'))]
			: [ways.join(', ') || words.noWayIn]),
		...(seenAt ? [words.seen(at(seenAt))] : []),
	].join('  ')
}
