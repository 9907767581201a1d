import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Sql } from 'postgres'

import { formatDay } from '#app/models/venue/date-format.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

import { claimDay } from '../../e2e/days.ts'
import { bookRoom } from '../../e2e/desk/booked-room.ts'

type Party = { number: string; day: Day; guests: number }

/** The bookings and days of one walk through all journeys; each walk has its own. */
export type Scene = {
	/** The busy day of the practice month. */
	busy: Day
	/** A party, and the name of who booked it. */
	caller: { number: string; name: string }
	/** A party of at most eight in a room for ten or more. */
	growing: Party
	/** A party of the busy day, of ten or nearly so many, whose rest is open. */
	paying: Party
	/** An empty day of a weekend, and its name in the list of days. */
	free: { day: Day; label: string }
	/** A day of a weekend with twelve bookings and nothing else. */
	closing: Day
}

/** The days after the busy day that have practice bookings, or more. */
const MONTH_DAYS = 30

/** Returns the Saturday after today. */
export function nextSaturday(now: Date): Day {
	let day = addDays(today(now), 1)
	while (new Date(day).getUTCDay() !== 6) day = addDays(day, 1)
	return day
}

/** Fills the shop of this run with the practice month around a day, with the operator's command. */
export async function fillPractice(busy: Day): Promise<void> {
	const command = ['--import', 'tsx', 'scripts/venue.ts', 'demo', busy, '--yes']
	await promisify(execFile)(process.execPath, command, {
		env: {
			...process.env,
			DATABASE_URL: process.env['SHOP_DATABASE_URL'],
			DATA_DIR: process.env['SHOP_DATA_DIR'],
			PAYMENT_SANDBOX: '1',
		},
	})
}

/** Chooses bookings and days for so many walks, none of them for two. */
export async function makeScenes(sql: Sql, busy: Day, count: number): Promise<Scene[]> {
	const parties = await sql<(Party & { name: string; canGrow: boolean })[]>`
		select number, orders.day::text as day, quantity as guests,
			concat_ws(' ', person->>'firstName', person->>'lastName') as name,
			product_id = 'kometen-party' and quantity <= 8 and exists (
				select from allocations where order_id = orders.id and resource_id in ('venus', 'mars', 'saturn', 'jupiter')
			) as "canGrow"
		from orders join order_lines line on line.order_id = orders.id and line.position = 1
		where state = 'confirmed' and orders.day >= ${busy} and party is not null and on_site > 0
			and not exists (select from payments where payments.order_id = orders.id and purpose = 'rest')
			and not exists (select from on_site_payments where on_site_payments.order_id = orders.id)
		order by orders.day, abs(quantity - 10), number`
	const paying = parties.filter(({ day }) => day === busy).slice(0, count)
	const growing = parties.filter((party) => party.canGrow && !paying.includes(party))
	const scenes: Scene[] = []
	for (let index = 0; index < count; index += 1) {
		const [due, small] = [paying[index], growing[index]]
		if (!due || !small) throw new Error('the practice month has too few parties')
		const [day, closing] = [await emptyDay(busy), await emptyDay(busy)]
		await bookTwelve(sql, closing)
		scenes.push({
			busy,
			caller: small,
			growing: small,
			paying: due,
			free: { day, label: formatDay(day, 'de-DE', 'ofYear') },
			closing,
		})
	}
	return scenes
}

/** Claims a day of a weekend after the practice month. */
async function emptyDay(busy: Day): Promise<Day> {
	for (;;) {
		const day = await claimDay('weekend')
		if (day > addDays(busy, MONTH_DAYS)) return day
	}
}

async function bookTwelve(sql: Sql, day: Day): Promise<void> {
	const rooms = ['mercury', 'venus', 'mars', 'saturn', 'jupiter', 'planetarium']
	const spans = [
		['11:00', '12:30'],
		['15:00', '16:30'],
	] as const
	// A day is claimed once, so its numbers are free also at a shop that was walked before.
	let number = Number(`${day.replaceAll('-', '').slice(2)}00`)
	for (const [from, until] of spans) {
		for (const room of rooms) {
			number += 1
			await bookRoom(sql, { day, room, from, until, name: 'Wagner', number: `1999-${number}` })
		}
	}
}
