import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { DateTime } from 'luxon'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { instantAt } from '#app/models/venue/day.ts'
import { discardEmbedded, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { noteDeskOrigin } from '#scripts/shop/desk-note.ts'
import { loadSecrets } from '#scripts/shop/secrets.ts'
import { administer, createTestDatabase, databaseUrl } from '#testing/database.ts'
import { operate } from '#testing/operator.ts'
import { visitDay } from '#testing/visit-day.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

// The command as a program is the built one.
beforeAll(async () => {
	expect(await run(['shop/built.mjs', '--check'])).toEqual({ code: 0, stdout: '', stderr: '' })
	database = await createTestDatabase()
	const sql = postgres(database.url, { max: 1, onnotice: () => {} })
	await sql`
		insert into orders (public_id, number, cart_id, cart_version, state, locale, day, person, terms_version,
			lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		values ('paid-at-the-venue', '2026-000042', gen_random_uuid(), 1, 'confirmed', 'de-DE', '2026-12-05',
			'{"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.org", "phone": "+49 89 123-4567"}', '2025-03-01', 4980, 0, 0, 4980, 0, 0, 4980, '[]', now())`
	await sql.end()
	expect(await venue('apply')).toMatchObject({ code: 0 })
	await placeTickets()
})
afterAll(async () => {
	const { db } = await import('#app/db/client.server.ts')
	await db.close()
	await database.drop()
})

test.each([
	['refund 2026-999999 --yes', 'There is no order with this number.'],
	[
		'refund 2026-000042 12.50 --yes',
		'What was paid at the venue is given back by your till; paid-back notes it.',
	],
	['refund', 'refund ORDER [AMOUNT]'],
	['refunded 2026-000042 12.50', 'refunded ORDER [AMOUNT] --reason'],
	['refunded 2026-000042 --reason transfer', 'No refused refund of this order is open'],
	['refunded 2026-999999 --reason transfer', 'The order was not found.'],
	['refund 2026-000042 --keep 12.50', "refund takes no '--keep'"],
	['cancel 2026-000042 12.50', "cancel takes no '12.50'"],
	['cancel', 'cancel ORDER [--keep AMOUNT]'],
	['void 2026-999999', 'There is no order with this number.'],
	['void', 'void ORDER: void 2026-000042'],
	['void 2026-000042 --yes', 'No gift voucher of this order has anything left.'],
	['paid 2026-000042 -5 card', "Unknown option '-5'\nnpm run venue -- check|plan|apply"],
	['plan --dry', "Unknown option '--dry'\nnpm run venue -- check|plan|apply"],
	['cancel 2026-000042', 'Nothing was done: nobody can be asked here. A program says --yes.'],
	[
		'cancel 2026-000042 --lang de',
		'Bedingungen überlassen die Gebühr dem Haus.\n0,00\u00a0€ gehen',
	],
	['cancel 2026-000042 --keep 9', 'That is more than could go back of what was paid'],
	['paid 2026-000042 49.80 card 4711', '2026-000042  Ada Lovelace, 2026-12-05, 49,80\u00a0€'],
	['refund 2026-000042', 'All that was paid online goes back, and the booking stands.'],
	['void 2026-000042', 'Its gift vouchers become void.'],
	['day 2026-12-05 --yes', "day takes no '--yes'"],
	['order', 'order ORDER: order 2026-000042, or a name'],
	['order Byron', "No order is known by 'Byron'."],
	['day', 'day DAY: day 2026-12-05'],
	['day 2026-02-30', 'day DAY: day 2026-12-05'],
	['day 2026-12-05 now', "day takes no 'now'"],
	['post soon', 'post [DAY]: post, or post 2026-12-01'],
	['retry all', "retry takes no 'all'"],
	['reconcile', 'reconcile DAY [TIME]: reconcile 2026-11-26 14:00'],
	['reconcile 2026-11-26 25:00', 'reconcile DAY [TIME]'],
	['reconcile --leave pi_unknown', 'Nothing is open under this id.'],
	['verify --leave pi_unknown', "verify takes no '--leave'"],
	['jobs all', "jobs takes no 'all'"],
	['paid 2026-999999 10.00 card 4711', 'There is no order with this number.'],
	['change 2026-000043 1=5', 'change ORDER NUMBER=PIECES ... --reason WHY'],
	['change 2026-000043 1=five --reason ill', 'change ORDER NUMBER=PIECES ... --reason WHY'],
	['change 2026-000043 1=5 --reason ill', 'Kinderticket: 5 (before 3)'],
	['change 2026-000043 1=3 --reason ill --yes', 'This is how it is booked: nothing differs.'],
	['change 2026-000043 1=400 --reason ill --yes', 'At most 40 pieces.'],
	[
		'change 2026-000043 22=9 1=5 --reason ill --yes',
		"done: the booking has no part '22'. It has:\n1=3",
	],
	[
		'change 2026-000043 guest=5 --reason ill --yes --lang de',
		"keinen Teil 'guest'. Sie hat:\n1=3  Kind",
	],
	['change 2026-000043 guests=5 --reason ill', 'Kinderticket: 5 (before 3)'],
	['change 2026-999999 1=5 --reason ill', 'There is no order with this number.'],
	['move 2026-000043 soon 12:00 --reason ill', 'move ORDER DAY TIME [DURATION] --reason WHY'],
	['headcount 2026-000043 0 --reason ill', 'headcount ORDER GUESTS [NUMBER] --reason WHY'],
	['headcount 2026-000043 3 2 --reason ill', 'This order has no line with guests, or several'],
	['block', 'block DAY ROOM FROM TO --reason WHY'],
	['block 2026-12-12 mars 18:00 20:00', 'block DAY ROOM FROM TO --reason WHY'],
	['block 2026-12-12 mars 18:00 20:00 --reason team --cancel all', "block takes no '--cancel'"],
	['block 2026-12-12 mars 18:00 20:00 --reason team --every week', '[--every week|day --last DAY]'],
	['block 2026-12-12 mars 18:00 20:00 --reason team --every year --last 2027-01-02', 'block DAY'],
	['block 2026-12-12 park 18:00 20:00 --places 9 --cancel all', "block takes no '--cancel'"],
	['close 2026-12-12 --reason team --every week', "close takes no '--every'"],
	['block 2026-12-12 pluto 18:00 20:00 --reason team', 'There is no such room or zone.'],
	['unblock 2026-12-12 mars 18:00', 'There is no such block.'],
	['close 2026-12-05', 'close DAY --reason WHY'],
	['close 2026-12-05 --reason ill --cancel 2026-000099', "do not know '2026-000099'"],
	['open 2026-12-05', 'The hours of the calendar count for this day already.'],
	['open 2026-12-05 15:00 10:00 --reason ill', 'open DAY, or open DAY FROM TO --reason WHY'],
	['cancel 2026-000042 --words sorry', "cancel takes no '--words'"],
	['cancel 2026-000042 --reason ill', "cancel takes no '--reason'"],
	['paid 2026-000042 49.81 cash 4711 --yes', 'more than is left to pay at the venue'],
	[
		'paid 2026-000042 49.81 cash 4711 --yes --lang de',
		'als für diese Bestellung vor Ort noch zu zahlen',
	],
	['refund 2026-999999 --lang de', 'Eine Bestellung mit dieser Nummer gibt es nicht.'],
	[
		'day 13.12.2026 --lang de',
		'Erwartet wird ein Tag als Jahr, Monat und Tag: 2026-12-13.\nday DAY',
	],
	['move 2026-000043 13.12.2026 12:00 --reason ill --lang de', 'Erwartet wird ein Tag als Jahr'],
	['paid 2026-000042 9.80 bar 4711 --lang de', 'Erwartet wird eine Zahlungsart: cash (bar)'],
	['paid 2026-000042 9.80 card --lang de', 'Erwartet wird zuletzt die Nummer des Kassenbelegs'],
	['change 2026-000043 1=5 --lang de', 'Erwartet wird ein Grund mit höchstens 200 Zeichen'],
	['headcount 2026-000043 0 --reason ill', 'A number of guests is expected: 9.\nheadcount ORDER'],
	['cancel 2026-000042 --keep much', 'An amount is expected in euros and cents: 49.80.\ncancel'],
	['open 2026-12-05 15:00 10:00 --reason ill --lang de', 'Erwartet werden zwei Uhrzeiten'],
	['close 2026-12-05 --lang de', 'Erwartet wird ein Grund'],
	['plan --lang de', "plan takes no '--lang'"],
	['order 2026-000042 --seed 2', "order takes no '--seed'"],
	['day today --lang fr', "--lang is de or en, not 'fr'."],
])('%s is refused in a sentence for the operator', async (command, sentence) => {
	const { code, said } = await venue(command)
	expect(said).toContain(sentence)
	expect(code).toBe(1)
})

test.each([
	['demo --yes', {}, 'This shop has orders of customers: demo fills an empty one.'],
	[
		'demo',
		{ PAYMENT_SANDBOX: '' },
		'DATABASE_URL may be the database of a shop: PAYMENT_SANDBOX=1 says',
	],
	['demo soon', {}, 'demo [DAY] [--seed NUMBER]: demo, or demo 2026-12-05 --seed 2'],
	['demo --seed many', {}, 'demo [DAY] [--seed NUMBER]'],
	['demo', { NODE_ENV: 'production' }, 'demo fills no shop in production (NODE_ENV).'],
	['demo', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'demo fills no shop with a payment provider'],
	['demo', { SMTP_URL: 'smtps://mail.example' }, 'demo fills no shop that sends letters'],
])(
	'%s with %o fills no shop that customers or money may reach (faults K81)',
	async (command, env, sentence) => {
		const practice = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', PAYMENT_SANDBOX: '1' }
		const DATA_DIR = await mkdtemp(join(tmpdir(), 'raumzeit-demo-'))
		const { code, said } = await venue(command, {
			DATABASE_URL: database.url,
			...practice,
			DATA_DIR,
			...env,
		})
		expect(said).toContain(sentence)
		expect(code).toBe(1)
		await rm(DATA_DIR, { recursive: true })
	},
)

test('as a program it answers on stdout, remarks on stderr, and ends with its exit code', async () => {
	const { host, pathname } = new URL(database.url)
	const remark = `Database: ${host}${pathname}\n`
	expect(await program('retry')).toEqual({
		code: 0,
		stdout: 'Nothing was given up.\n',
		stderr: remark,
	})
	expect(await program('cancel 2026-000042')).toEqual({
		code: 1,
		stdout: expect.stringMatching(
			/^2026-000042  Ada Lovelace, .*\n.+\n.+\n0,00\u00a0€ go back online\.\n$/,
		),
		stderr: `${remark}Nothing was done: nobody can be asked here. A program says --yes.\n`,
	})
	expect(await program('plan --dry')).toMatchObject({
		code: 1,
		stdout: '',
		stderr: expect.stringMatching(/^Unknown option '--dry'\nnpm run venue -- check\|plan\|apply/),
	})
	expect(await program('jobs', { DATABASE_URL: 'postgres://none@127.0.0.1:1/none' })).toMatchObject(
		{
			code: 1,
			stdout: '',
			stderr: expect.stringContaining('cannot be used (connect ECONNREFUSED 127.0.0.1:1)'),
		},
	)
})

test('jobs names what is left to do, and that nobody does it', async () => {
	const { code, said } = await venue('jobs')
	const nobody = 'Nobody does the jobs: none was done within two days. One node needs JOBS=1.'
	expect(said.split('\n').slice(0, 2)).toEqual([nobody, 'Nothing is left to do.'])
	expect(code).toBe(0)
})

test('staff invites, links, raises and ends, and makes the first owner’s link while there is none', async () => {
	const empty = await venue('staff')
	expect(empty.said).toContain('The desk has no staff yet.\nThe first owner comes in by this link')
	expect(empty.said).toMatch(/http:\/\/localhost:3001\/welcome\/[\w-]{43}\n/)
	for (const [command, sentence] of [
		['staff invite Stella stella@example.org owner', 'Stella is on the staff, and a letter'],
		[
			'staff invite Estelle STELLA@example.org owner',
			'Someone of the team has this e-mail address',
		],
		['staff link stella@example.org', 'http://localhost:3001/welcome/'],
		['staff', 'Stella  owner  stella@example.org  no way in yet'],
		['staff level stella@example.org shift', 'Stella is the last owner.'],
		['staff invite Leo leo@example.org counter --lang de', 'Leo ist im Team'],
		['staff level leo@example.org shift --lang de', 'Leo hat jetzt die Stufe Schicht.'],
		['staff sign-out leo@example.org', 'Leo is signed out on all devices.'],
		['staff end leo@example.org', 'A program says --yes.'],
		['staff end leo@example.org --yes', 'access has ended.'],
		['staff end leo@example.org --yes', 'Nobody on the staff has the address leo@example.org.'],
		['staff level stella@example.org king', 'staff level EMAIL counter|shift|owner'],
		['staff dance', 'staff invite NAME EMAIL counter|shift|owner'],
	] as const)
		expect((await venue(command)).said).toContain(sentence)
})

test('a block that comes again is made on each of its days, and listed', async () => {
	const every = '--every week --last 2027-03-27'
	const { said } = await venue(`block 2027-03-13 mars 18:00 20:00 --reason team ${every}`)
	expect(said).toContain(
		'Partyraum Mars is blocked, 2027-03-13 18:00-20:00. It comes again until 2027-03-27: 3 days in all.',
	)
	const { said: listed } = await venue('block 2027-03-01')
	expect(listed.match(/^2027-03-\d\d 18:00-20:00  mars, .*: team$/gm)).toHaveLength(3)
	for (const day of ['2027-03-13', '2027-03-20', '2027-03-27']) {
		const { said: lifted } = await venue(`unblock ${day} mars 18:00`)
		expect(lifted).toContain(`Partyraum Mars is free again, ${day} 18:00-20:00.`)
	}
})

test('N181: a link for staff leads to where the desk was opened, unless the operator names a place', async () => {
	await venue('staff invite Nora nora@example.org owner')
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-venue-'))
	const link = async (more: Record<string, string>) => {
		const { said } = await venue('staff link nora@example.org', { DATA_DIR: dataDir, ...more })
		return /http\S+(?=\/welcome)/.exec(said)?.[0]
	}
	expect(await link({})).toBe('http://localhost:3001')
	await noteDeskOrigin(dataDir, 'http://localhost:40123')
	expect(await link({})).toBe('http://localhost:40123')
	expect(await link({ DESK_PORT: '4001' })).toBe('http://localhost:4001')
	expect(await link({ DESK_ORIGIN: 'http://localhost:9' })).toBe('http://localhost:9')
	await rm(dataDir, { recursive: true })
})

test.each([
	['day 2026-12-06', 'Nobody has booked for 2026-12-06.'],
	['day today', 'Nobody has booked for '],
	['day tomorrow', 'Nobody has booked for '],
	['post', 'No gift voucher is to be sent by post.'],
	['retry', 'Nothing was given up.'],
	['restored', 'No number was given out.'],
])('%s names its database, and that it holds nothing', async (command, sentence) => {
	const { host, pathname } = new URL(database.url)
	const { code, said } = await venue(command)
	expect(said.startsWith(sentence)).toBe(true)
	expect(said).toMatch(new RegExp(`^[^\\n]+\\nDatabase: ${host}${pathname}\\n$`))
	expect(code).toBe(0)
})

test.each(['2026-000042', 'lovelace', 'Ada Lovelace', 'ADA@example.org', '089 1234567', '1234567'])(
	'an order is found by %s, with all that its customer may ask about',
	async (asked) => {
		const { code, said } = await venue(`order ${asked}`)
		expect(said).toContain('2026-000042  confirmed  2026-12-05')
		expect(said).toContain('name      Ada Lovelace, +49 89 123-4567, ada@example.org')
		expect(said).toContain(
			'total     49,80\u00a0€: online 0,00\u00a0€, on site 49,80\u00a0€, of it left to pay 49,80\u00a0€',
		)
		expect(code).toBe(0)
	},
)

test('N220: a search that finds more orders than it lists says so', async () => {
	const sql = postgres(database.url, { max: 1 })
	const place = (from: number, until: number) => sql`
		insert into orders (public_id, number, cart_id, cart_version, state, locale, day, person, terms_version,
			lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		select 'many-' || it, '2026-0001' || it, gen_random_uuid(), 1, 'confirmed', 'de-DE', ${visitDay},
			'{"firstName": "Mary", "lastName": "Somerville", "email": "mary@example.org"}', '2025-03-01',
			0, 0, 0, 0, 0, 0, 0, '[]', now()
		from generate_series(${from}::int, ${until}::int) as it`
	await place(10, 29)
	expect((await venue('order Somerville')).said.match(/^2026-0001/gm)).toHaveLength(20)
	expect((await venue('order Somerville')).said).not.toContain('There are more')
	await place(30, 30)
	const { said } = await venue('order Somerville')
	expect(said.match(/^2026-0001/gm)).toHaveLength(20)
	expect(said).toContain('There are more than these 20: type more of the name.\n')
	expect((await venue('order Somerville --lang de')).said).toContain('Es gibt mehr als diese 20')
	await sql`delete from orders where public_id like 'many-%'`
	await sql.end()
})

test('change, move and headcount revise a booking once, with a reason and one letter each (faults K55)', async () => {
	const lines = await venue('change 2026-000043')
	expect(lines).toMatchObject({ code: 0 })
	expect(lines.said).toContain('1=3  Kinderticket\n')
	const sunday = DateTime.fromISO(visitDay).plus({ days: 1 }).toISODate()
	for (const [command, ...sentences] of [
		[
			'change 2026-000043 1=5 --reason more --yes',
			'Total incl. VAT: 84,50\u00a0€ (before 50,70\u00a0€)',
			'2026-000043 is changed (revision 2), and a mail says so.',
		],
		[
			`move 2026-000043 ${sunday} 12:00 --reason closed --yes --lang de`,
			'Uhrzeit: 12:00–14:00 (bisher 14:00–16:00)',
			'Grund: closed\n2026-000043 ist geändert (Fassung 3), und eine E-Mail sagt es.',
		],
		['headcount 2026-000043 4 --reason ill --yes', 'Kinderticket: 4 (before 5)', '(revision 4)'],
	]) {
		const { code, said } = await venue(command ?? '')
		for (const sentence of sentences) expect(said).toContain(sentence)
		expect(code).toBe(0)
	}
	expect((await venue('order 2026-000043')).said).toMatch(
		/operator: moved: Day Sat 19 Dec → Sun 20 Dec; .+ \(closed\)\n/,
	)
	const sql = postgres(database.url, { max: 1 })
	const made = await sql`select number, actor, reason from order_revisions order by number`
	expect(made.slice(1).map(({ actor, reason }) => [actor, reason])).toEqual([
		['operator', 'more'],
		['operator', 'closed'],
		['operator', 'ill'],
	])
	const places = await sql`
		select day::text, units from allocations where state = 'confirmed'`
	expect(places).toEqual([{ day: sunday, units: 4 }])
	const letters = await sql`select data from pgboss.job where name = 'mailRevision'`
	expect(letters).toHaveLength(3)
	await sql.end()
})

test('a command that only reads makes nothing in an empty database, and names what is missing', async () => {
	const name = 'venue_empty'
	await administer(`create database ${name}`)
	const DATABASE_URL = databaseUrl(name)
	for (const command of ['plan', 'day 2026-12-05']) {
		const { code, stderr } = await program(command, { DATABASE_URL })
		expect(stderr).toContain('This database is empty or of an older release: start the shop')
		expect(code).toBe(1)
	}
	const sql = postgres(DATABASE_URL, { max: 1 })
	expect(await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`).toEqual([])
	await sql.end()
	await administer(`drop database ${name} with (force)`)
})

test('the database and the secrets of files are used, and a file that is missing is named', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-secrets-'))
	const files = { DATABASE_URL_FILE: join(folder, 'url'), SESSION_SECRETS_FILE: join(folder, 's') }
	await writeFile(files.DATABASE_URL_FILE, `${database.url}\n`)
	const settings = { DATABASE_URL: '', SESSION_SECRETS: '', ...files }
	expect(await program('verify', settings)).toMatchObject({
		code: 1,
		stderr: expect.stringMatching(/^SESSION_SECRETS_FILE names a file that cannot be read/),
	})
	await writeFile(files.SESSION_SECRETS_FILE, 's'.repeat(32))
	const { code, stdout, stderr } = await program('order 2026-000042', settings)
	expect(stderr).toContain(`Database: ${new URL(database.url).host}`)
	expect(stdout).toContain('2026-000042')
	expect(code).toBe(0)
	await rm(folder, { recursive: true })
})

test('tables made in the built-in database of a running shop belong to the shop', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-venue-'))
	await chmod(dataDir, 0o711)
	const password = (await loadSecrets(dataDir)).database
	const { url, stop } = await startEmbedded({ dataDir, password, durable: false })
	const { code, stderr } = await program('apply', { DATABASE_URL: '', DATA_DIR: dataDir })
	expect(stderr).toContain(`Database: the built-in one in ${dataDir}`)
	expect(code).toBe(0)

	const sql = postgres(url, { max: 1 })
	const owners = await sql`select distinct tableowner from pg_tables where schemaname = 'public'`
	expect(owners).toEqual([{ tableowner: 'raumzeit' }])
	await sql.end()
	await stop()
	await discardEmbedded(dataDir)
})

/** Places a booking of three children for two hours, to be paid at the venue. */
async function placeTickets() {
	const sql = postgres(database.url, { max: 1, onnotice: () => {} })
	const [startsAt, endsAt] = [instantAt(visitDay, '14:00'), instantAt(visitDay, '16:00')]
	const span = `[${startsAt.toISOString()},${endsAt.toISOString()})`
	const vat = [{ rate: 19, gross: 5070, net: 4261, vat: 809 }]
	const [order] = await sql`
		insert into orders (public_id, number, cart_id, cart_version, state, locale, day, person, terms_version,
			lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		values ('three-tickets', '2026-000043', gen_random_uuid(), 1, 'confirmed', 'de-DE', ${visitDay},
			'{"firstName": "Grace", "lastName": "Hopper", "email": "grace@example.org"}', '2025-03-01',
			5070, 0, 0, 5070, 0, 0, 5070, ${sql.json(vat)}, now())
		returning id`
	const id = String(order?.['id'])
	await sql`
		insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price, amount,
			vat_rate, due, starts_at, ends_at)
		values (${id}, 1, 'ticket-child', '{"de": "Kinderticket", "en": "Child ticket"}', 3, 0, 1690, 5070,
			19, 'deposit', ${startsAt}, ${endsAt})`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state, order_id)
		values ('park', ${visitDay}, ${span}, ${span}, 3, false, 'confirmed', ${id})`
	await sql.end()
}

type Settings = Record<string, string>

/** Runs the operator's command in this process; returns the exit code and what it said, its answer before its remarks. */
async function venue(
	command: string,
	more: Settings = {},
): Promise<{ code: number; said: string }> {
	const { code, answer, remarks } = await operate(command.split(' '), { ...ours(), ...more })
	return { code, said: answer + remarks }
}

/** The settings of the tests' shop, in a data directory that no shop has opened: that of this checkout may be in use. */
function ours(): Settings {
	return { DATABASE_URL: database.url, DATA_DIR: join(tmpdir(), 'raumzeit-no-shop') }
}

/** Runs the built command as a program. */
function program(command: string, more: Settings = {}) {
	return run(['venue.mjs', ...command.split(' ')], { ...ours(), ...more })
}

/** Runs a program of this folder. */
function run(
	[file = '', ...args]: string[],
	settings: Settings = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
	const path = fileURLToPath(new URL(file, import.meta.url))
	const env = { ...process.env, ...settings }
	return new Promise((resolve) => {
		execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) =>
			resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
		)
	})
}
