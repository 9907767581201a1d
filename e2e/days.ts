import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The days ahead for which the shop of the tests can be booked: more than there are tests that claim one. */
export const HORIZON_DAYS = 730

/**
 * Claims a day ('YYYY-MM-DD') that is open from 14:00 at the latest and that no other test at this shop has: the first
 * test to make its folder has it. `weekend`: a Saturday or Sunday, open from 10:00.
 */
export async function claimDay(
	wanted: 'any' | 'weekend',
	dataDir = process.env['SHOP_DATA_DIR'] ?? '',
): Promise<string> {
	const weekends = daysAhead().filter(isWeekend)
	const others = daysAhead().filter((day) => !isWeekend(day))
	const inOrder = wanted === 'weekend' ? weekends : [...others, ...weekends.toReversed()]
	return claimFirst(inOrder, (day) => [day], dataDir)
}

/** Claims a Saturday or Sunday, and the same day of the following `weeks`; returns the first. */
export async function claimWeekends(
	weeks: number,
	dataDir = process.env['SHOP_DATA_DIR'] ?? '',
): Promise<string> {
	const weekends = daysAhead().filter(isWeekend)
	const following = (day: string) =>
		Array.from({ length: weeks + 1 }, (_, week) => addDays(day, 7 * week))
	const isWhole = (day: string) => following(day).every((it) => weekends.includes(it))
	return claimFirst(weekends.filter(isWhole), following, dataDir)
}

/** Claims so many days from a Tuesday to a Friday, all open from 14:00 at the latest; returns the first. */
export async function claimWorkdays(
	count: number,
	dataDir = process.env['SHOP_DATA_DIR'] ?? '',
): Promise<string> {
	const workdays = daysAhead().filter((day) => !isWeekend(day))
	const inRow = (day: string) => Array.from({ length: count }, (_, index) => addDays(day, index))
	const isWhole = (day: string) => inRow(day).every((it) => workdays.includes(it))
	return claimFirst(workdays.filter(isWhole), inRow, dataDir)
}

/** Claims the first of these days that no other test has. */
export async function claimOneOf(
	days: string[],
	dataDir = process.env['SHOP_DATA_DIR'] ?? '',
): Promise<string> {
	return claimFirst(days, (day) => [day], dataDir)
}

/** Claims the first day whose `together` are all free, and these with it; a partly taken set is given back. */
async function claimFirst(
	days: string[],
	together: (day: string) => string[],
	dataDir: string,
): Promise<string> {
	const taken = join(dataDir, 'days-of-tests')
	await mkdir(taken, { recursive: true })
	for (const day of days) {
		const ours: string[] = []
		for (const one of together(day)) {
			if (!(await claim(join(taken, one)))) break
			ours.push(one)
		}
		if (ours.length === together(day).length) return day
		for (const one of ours) await rmdir(join(taken, one))
	}
	throw new Error('no day is left within the horizon of the venue')
}

/** True if this test is the first to make the folder of a day. */
async function claim(folder: string): Promise<boolean> {
	return mkdir(folder).then(
		() => true,
		() => false,
	)
}

/** 'Samstag, 5. Dezember 2026' */
export function longDay(day: string, language = 'de-DE'): string {
	return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(utc(day))
}

export function addDays(day: string, days: number): string {
	return utc(day, days).toISOString().slice(0, 10)
}

/**
 * Returns today by the venue's clock. The shop goes over midnight as well, so what a test expects of a day stays true when
 * the next one begins before the shop is asked.
 */
export function today(): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()
}

/**
 * Lists days from next week on until the horizon: no Mondays, because they are rest days, not the days around
 * Christmas, and neither June nor July, when tickets of children cost less.
 */
function daysAhead(): string[] {
	return Array.from({ length: HORIZON_DAYS - 15 }, (_, index) => addDays(today(), 8 + index))
		.filter((day) => weekday(day) !== 1)
		.filter((day) => !/-(0[67]-\d\d|12-(24|25|26|31)|01-01)$/.test(day))
}

function isWeekend(day: string): boolean {
	return weekday(day) === 6 || weekday(day) === 0
}

/** 0 is Sunday. */
function weekday(day: string): number {
	return utc(day).getUTCDay()
}

function utc(day: string, plus = 0): Date {
	const date = new Date(`${day}T00:00:00Z`)
	date.setUTCDate(date.getUTCDate() + plus)
	return date
}
