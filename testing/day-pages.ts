import { tablesIn, textOf, type Cell, type Table } from './html-forms.ts'

/** The printed sheet of a day as a person reads it, by the names on it. */
export type SeenSheet = {
	guests: number
	parties: number
	partyRows: Record<string, SeenParty>
	/** Tickets by the half hour: the guests, and the names with theirs. */
	tickets: Record<string, { guests: number; names: Record<string, number> }>
	/** The kitchen: its rows by time and place, and its sums, each by German titles. */
	kitchen: { rows: Record<string, Record<string, number>>; sums: Record<string, number> }
}
type SeenParty = { times: string; guests: number; rooms: string[]; left: number; notes: string }

/** The page of a day: its figures, and its bookings by their numbers. */
export type SeenPage = {
	guests: number
	parties: number
	rest: { amount: number; bookings: number }
	open: { count: number; amount: number }
	bookings: Record<string, { guests: number; left: number }>
}

/** Reads the sheet of a day from its German page. @throws Error when it is no such page */
export function readSheet(html: string): SeenSheet {
	const [, guests, parties] = /([\d.]+) G[aä]st[^·]*· ([\d.]+) Party/.exec(textOf(html)) ?? []
	if (guests === undefined) throw new Error('the page is no sheet of a day')
	const tables = tablesIn(html)
	const rowsOf = (caption: string) => tables.find((table) => table.caption === caption)?.rows ?? []
	return {
		guests: wholeOf(guests),
		parties: wholeOf(parties),
		partyRows: Object.fromEntries(rowsOf('Partys nach Zeit').map(partyOf)),
		tickets: Object.fromEntries(rowsOf('Tickets nach halben Stunden').map(ticketsOf)),
		kitchen: kitchenOf(tables.find(({ caption }) => caption === 'Küche nach Zeit')),
	}
}

function partyOf([times, who, guests, rooms, food, notes, left]: Cell[]): [string, SeenParty] {
	const [name = ''] = (who?.text ?? '').split('\n')
	return [
		name.replace(/, \d+$/, ''),
		{
			times: times?.text ?? '',
			guests: wholeOf(guests?.text),
			rooms: (rooms?.text ?? '').split('\n').filter((room) => room !== ''),
			left: centsOf(left?.text),
			notes: `${food?.text ?? ''} ${notes?.text ?? ''}`,
		},
	]
}

function ticketsOf([time, guests, names]: Cell[]): [string, SeenSheet['tickets'][string]] {
	const listed = (names?.text ?? '').split(', ').map((entry): [string, number] => {
		const [, name = entry, count] = /^(.+) (\d+)$/.exec(entry) ?? []
		return [name, wholeOf(count)]
	})
	return [time?.text ?? '', { guests: wholeOf(guests?.text), names: Object.fromEntries(listed) }]
}

function kitchenOf(table: Table | undefined): SeenSheet['kitchen'] {
	if (!table) return { rows: {}, sums: {} }
	const titles = table.head.slice(2)
	const counted = (cells: Cell[]) =>
		Object.fromEntries(
			titles.flatMap((title, index): [string, number][] => {
				const pieces = wholeOf(cells[index + 2]?.text)
				return pieces > 0 ? [[title, pieces]] : []
			}),
		)
	const rows = table.rows.slice(0, -1).map((cells): [string, Record<string, number>] => {
		const [at, place] = cells
		return [`${at?.text} ${place?.text.replace(/ ! .*/, '')}`, counted(cells)]
	})
	return { rows: Object.fromEntries(rows), sums: counted(table.rows.at(-1) ?? []) }
}

/** Reads the page of a day from its German page. @throws Error when it is no such page */
export function readPage(html: string): SeenPage {
	const found = html.matchAll(
		/<dt>([^<]*)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>(?:\s*<dd[^>]*>([\s\S]*?)<\/dd>)?/g,
	)
	const figures = new Map(
		[...found].map(([, name = '', value = '', about = '']) => [
			textOf(name),
			{ value: textOf(value), about: textOf(about) },
		]),
	)
	const figure = (name: string) => {
		const value = figures.get(name)
		if (!value) throw new Error(`the page of a day does not show ${name}`)
		return value
	}
	const [rest, open] = [figure('Rest zu kassieren'), figure('Offene Zahlungen')]
	return {
		guests: wholeOf(figure('Gäste').value),
		parties: wholeOf(figure('Partys').value),
		rest: { amount: centsOf(rest.value), bookings: wholeOf(rest.about) },
		open: { count: wholeOf(open.value), amount: centsOf(open.about) },
		bookings: Object.fromEntries(
			[...html.matchAll(/<tr\b[^>]*>([\s\S]*?)<\/tr>/g)].flatMap(([, row = '']) => bookingIn(row)),
		),
	}
}

function bookingIn(row: string): [string, { guests: number; left: number }][] {
	const number = /href="\/bookings\/([\d-]+)"/.exec(row)?.[1]
	const guests = /<td[^>]*data-l="Gäste"[^>]*>([\s\S]*?)<\/td>/.exec(row)?.[1]
	if (number === undefined || guests === undefined) return []
	const left = /href="\/bookings\/[\d-]+\/rest#form"[^>]*>([\s\S]*?)<\/a>/.exec(row)?.[1]
	return [[number, { guests: wholeOf(textOf(guests)), left: centsOf(textOf(left ?? '')) }]]
}

/** The first number of words, 0 where there is none: '1.203 Gäste' are 1203. */
function wholeOf(words = ''): number {
	return Number(/\d[\d.]*/.exec(words)?.[0].replaceAll('.', '') ?? 0)
}

/** The first sum in cents of words, 0 where there is none: 'Rest 1.234,50 €' are 123450. */
function centsOf(words = ''): number {
	const [, whole = '0', cents = '00'] = /([\d.]+),(\d\d)\s*€/.exec(words) ?? []
	return Number(whole.replaceAll('.', '') + cents)
}
