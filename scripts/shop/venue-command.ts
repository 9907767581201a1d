import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { databaseName } from '#app/db/connect.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { explainingSetup, requireDatabase } from '#app/db/require.server.ts'
import { withSecretFiles } from '#app/gateways/secret-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { pictureProblems, readVenue } from '#app/models/operator/read.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { shopUrl, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { openSandbox, requirePracticeShop } from '#scripts/practice/practice-shop.ts'
import { cancel } from '#scripts/shop/cancel-command.ts'
import { change, headcount, move } from '#scripts/shop/change-commands.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { fillDemo, understoodDemo } from '#scripts/shop/demo-command.ts'
import { claim } from '#scripts/shop/guard.ts'
import {
	notePaid,
	notePayBack,
	refund,
	reverseNote,
	showOrder,
	voidGifts,
} from '#scripts/shop/order-commands.ts'
import { nameRecipient, recipientOptions } from '#scripts/shop/recipient-command.ts'
import { reconcile, reconcileOptions } from '#scripts/shop/reconcile-command.ts'
import { refunded } from '#scripts/shop/refunded-command.ts'
import { block, closeDay, openDay, roomOptions, unblock } from '#scripts/shop/room-commands.ts'
import { sandboxEnv } from '#scripts/shop/sandbox-env.ts'
import { loadSecrets } from '#scripts/shop/secrets.ts'
import { openDataDir, withOwnParts } from '#scripts/shop/shop.ts'
import { staff } from '#scripts/shop/staff-commands.ts'
import { retry, showDay, showJobs, showPost } from '#scripts/shop/today-commands.ts'
import { startLine } from '#server/run.ts'

const USAGE = `npm run venue -- check|plan|apply [directory], verify, restored, reconcile DAY [TIME], day DAY, post [DAY], jobs, retry,
  order ORDER, change ORDER NUMBER=PIECES ..., move ORDER DAY TIME, headcount ORDER GUESTS,
  cancel ORDER [--keep AMOUNT], refund ORDER [AMOUNT], refunded ORDER [AMOUNT] --reason HOW, void ORDER,
  paid or paid-back ORDER AMOUNT cash|card|'voucher CODE' RECEIPT, or unnote ORDER RECEIPT,
  recipient ORDER --organisation NAME, demo [DAY], staff [invite|link|level|sign-out|end],
  block DAY ROOM FROM TO, unblock DAY ROOM FROM, close DAY, open DAY [FROM TO]

  check   are the files right? Needs no database.
  plan    what would change in the shop?
  apply   change it; a running shop notices within seconds.
  verify  recompute every promise from the rows; exit code 1 when one is broken.
  restored  leave out as many numbers of orders and invoices as may have been given out since the backup that was
          brought back; for a copy of .data or of a machine, all others the shop notices by itself.
  reconcile  which money do the providers have since a moment that no booking has, and the other way round?
          reconcile 2026-11-26 14:00 asks about each lost booking: make it again, or give its money back.
          --yes makes all of them again, --give-back gives back what cannot be made again, and
          reconcile --leave ID leaves as it is what you saw to otherwise; exit code 1 while something is open.
  day     who comes that day, what is booked and left to pay, each room with its own times, guests by the half
          hour, all extras: day 2026-12-05, day today, day tomorrow
  post    gift vouchers by post that were paid, with code, address and words; post 2026-12-01 leaves out
          those paid before that day. Which of them were sent is not noted.
  jobs    letters and jobs that are due, are tried again or were given up, by queue, and whether anyone does them.
  retry   letters and jobs that were given up are tried again, by the running shop.
  order   an order with its contents, its money, its letters and all that happened: order 2026-000042;
          found by name, telephone number or mail address as well: order Lovelace
  change  change guests, pieces and things of a booking, with a reason, beyond what its customer may do:
          change 2026-000042 1=12 2=7 --reason 'two more came'; change 2026-000042 lists what can be named.
          Before and after are shown first; places, money, papers, letter and calendar follow by themselves.
  move    give a booking another day and time: move 2026-000042 2026-12-12 14:00 --reason 'the room is closed'
  headcount  how many guests came, before the final invoice: headcount 2026-000042 9 --reason 'one was ill';
          it bills them, by the rule for guests who do not come that was accepted, and not under the minimum.
  cancel  end a booking: cancel 2026-000042. Its places are free, its voucher has its amount again, and all
          that was paid online goes back, or all but a fee: --keep 15.00. The fee that was accepted, and what goes back
          online, to a voucher and at the till, are shown first. The running shop does it and mails.
  refund  give money back and leave the booking as it is:
          refund ORDER [AMOUNT], for example refund 2026-000042 12.50;
          without an amount, all that was paid online; gift vouchers of the order are void then.
          The running shop does it and mails.
  refunded  note that you paid a refund back in another way, which the provider has refused or could not deliver:
          refunded 2026-000042 --reason 'transfer of 27 November'; of several the one of AMOUNT. The provider is asked
          first: what is on its way there cannot be noted.
  void    make the gift vouchers of an order void and leave all else: void 2026-000042. It says what was
          left on them, and refund gives that back.
  paid    note what your till took, with the number of its receipt: paid 2026-000042 49.80 card 4711; with the
          last of it the final invoice is issued, and the running shop mails it. A value voucher that is spent at
          the till: paid 2026-000042 49.80 voucher ABCD-EFGH-JKLM-NPQR 4711; its balance goes down with the note.
  paid-back  note what your till gave back of what it had too much: paid-back 2026-000042 12.50 cash 4712;
          the way it came, to a voucher by its code
  unnote  take a wrong note back, by its receipt: unnote 2026-000042 4711; a final invoice that names it is cancelled.
  recipient  name another recipient: its papers are cancelled and written anew, no money moves. Besides
          --organisation: --reference, --leitweg-id, --name, --street, --supplement, --postcode, --city, --country.
  demo    fill a shop to practise with: invented bookings of a month around DAY, or today, which is its busy day, with
          parties, tickets, vouchers, changes and rests; --seed 2 invents others. Refused in production, with a payment
          provider or a mail server, and on a shop that has orders of customers.
  staff   the people of the desk, and the link of the first owner while there is none;
          staff invite 'Mina Aydın' mina@example.org counter mails a link, staff link EMAIL prints one;
          staff level EMAIL counter|shift|owner, staff sign-out EMAIL, staff end EMAIL
  block   keep a room, or places of a zone, free of bookings: block 2026-12-12 mars 18:00 20:00 --reason 'team evening';
          --places 60 for a part of a zone; --every week --last 2027-03-27 on each Saturday until then, or on none;
          block 2026-12-12 lists what is blocked from that day on. Over a booking it is refused, with the times that
          are free.
  unblock  end a block at once: unblock 2026-12-12 mars 18:00
  close   close a day, whatever the files say: close 2026-12-13 --reason 'heating'. The command names every booking of
          the day first. A booking stays unless an option names it: --cancel 2026-000042,2026-000043 cancels these two
          and gives all their money back, --move all mails the customers of all others the link to move.
          --words 'We are sorry.' stands above the letters, --label 'closed' in the visitors' calendar.
  open    give a day other hours: open 2026-12-13 10:00 15:00 --reason 'staff party'; open 2026-12-13 ends that and a
          closing, and the hours of the files count again

change, move, headcount, cancel, refund, refunded, void, paid, paid-back, unnote and recipient show the order first and ask,
as demo, staff end, close and open FROM TO do; a program says --yes.
day, post, jobs, order, retry, staff, block, unblock and these fourteen answer in German with --lang de.

The directory is venue/ (or VENUE_DIR). Without DATABASE_URL the shop's own database is used,
whether the shop is running or not.`

/**
 * Runs the operator's command with these arguments and returns its exit code; what it says goes to the console. It sets
 * variables of the process. A process that goes on afterwards and uses the database itself keeps its connections with
 * `staysConnected`.
 */
export async function venueCommand(
	args: string[],
	{ staysConnected = false }: { staysConnected?: boolean } = {},
): Promise<number> {
	try {
		const typed = { ...understood(args), staysConnected }
		const [name = ''] = typed.positionals
		const command = Object.hasOwn(commands, name) ? commands[name] : undefined
		if (typed.values.help || !command) {
			console.log(USAGE)
			return typed.values.help ? 0 : 1
		}
		requireUnderstood(name, typed)
		return (await command(typed)) ?? 0
	} catch (error) {
		console.error(startLine(error))
		return 1
	}
}

/**
 * Parses the arguments of the command.
 * @throws StartError with one line and the usage for an unknown option, or a negative amount
 */
function understood(args: string[]) {
	try {
		return readArguments(args)
	} catch (error) {
		const [line] = String(error instanceof Error ? error.message : error).split('. ')
		throw new StartError(`${line}\n${USAGE}`)
	}
}

type Typed = { positionals: string[]; values: Values; staysConnected: boolean }
type Values = ReturnType<typeof readArguments>['values']

/** Does what the operator typed, words and options, and returns the exit code, undefined for 0. */
type Work = (positionals: string[], values: Values) => Promise<number | void>

type Command = (typed: Typed) => Promise<number | void>

const commands: Record<string, Command> = {
	check: async ({ positionals }) => {
		const { venue } = await readFiles(positionals)
		console.log(`The files of "${venue.name}" are in order.`)
	},
	plan: async (typed) => {
		const { venue } = await readFiles(typed.positionals)
		await reading(() => showPlan(venue))(typed)
	},
	apply: async (typed) => {
		const { venue, hash } = await readFiles(typed.positionals)
		await writing(() => apply(venue, hash))(typed)
	},
	verify: reading(verify),
	day: reading(showDay),
	post: reading(showPost),
	restored: writing(leaveOutNumbers),
	reconcile: writing(reconcile),
	jobs: reading((_, values) => showJobs(values)),
	retry: writing((_, values) => retry(values)),
	order: reading(showOrder),
	change: writing(change),
	move: writing(move),
	headcount: writing(headcount),
	cancel: writing(cancel),
	refund: writing(refund),
	refunded: writing(refunded),
	void: writing(voidGifts),
	paid: writing(notePaid),
	'paid-back': writing(notePayBack),
	unnote: writing(reverseNote),
	recipient: writing(nameRecipient),
	demo: async (typed) => {
		// Before the pretend providers are started.
		understoodDemo(typed.positionals, typed.values)
		await practising(fillDemo)(typed)
	},
	staff: writing(staff),
	block: writing(block),
	unblock: writing(unblock),
	close: writing(closeDay),
	open: writing(openDay),
}

/** The most words that each command takes after its name; one for a command that is not listed. */
const words: Record<string, number> = {
	verify: 0,
	restored: 0,
	reconcile: 2,
	jobs: 0,
	retry: 0,
	order: 8,
	change: 40,
	move: 4,
	headcount: 3,
	refund: 2,
	refunded: 2,
	paid: 5,
	'paid-back': 5,
	unnote: 2,
	staff: 4,
	block: 4,
	unblock: 3,
	open: 3,
}

/** The options of the commands that show first what they would change, and ask; `--yes` answers. */
const asking = ['yes', 'lang']
const closing = [...asking, 'reason', 'label', 'words', 'move', 'cancel']

/** The options that each command takes; none for a command that is not listed. */
const options: Record<string, readonly string[]> = {
	day: ['lang'],
	post: ['lang'],
	reconcile: [...asking, ...Object.keys(reconcileOptions)],
	jobs: ['lang'],
	retry: ['lang'],
	order: ['lang'],
	change: [...asking, 'reason'],
	move: [...asking, 'reason', 'price'],
	headcount: [...asking, 'reason'],
	cancel: [...asking, 'keep'],
	refund: asking,
	refunded: [...asking, 'reason'],
	void: asking,
	paid: asking,
	'paid-back': asking,
	unnote: asking,
	recipient: [...asking, ...Object.keys(recipientOptions)],
	demo: [...asking, 'seed'],
	staff: asking,
	block: ['lang', 'places', 'reason', 'every', 'last'],
	unblock: ['lang'],
	close: closing,
	open: closing,
}

/**
 * Refuses a command with words or options that it does not take.
 * @throws StartError that names the first of them
 */
function requireUnderstood(name: string, { positionals, values }: Typed) {
	const [surplus] = positionals.slice(1 + (words[name] ?? 1))
	const typed = Object.entries(values).filter(([, value]) => value !== false)
	const [option] = typed.find(([it]) => !options[name]?.includes(it)) ?? []
	const extra = surplus ?? (option && `--${option}`)
	if (extra !== undefined) throw new StartError(`${name} takes no '${extra}'.`)
}

function readArguments(args: string[]) {
	return parseArgs({
		args,
		allowPositionals: true,
		options: {
			help: { type: 'boolean', default: false },
			keep: { type: 'string' },
			lang: { type: 'string' },
			price: { type: 'string' },
			reason: { type: 'string' },
			seed: { type: 'string' },
			yes: { type: 'boolean', default: false },
			...recipientOptions,
			...roomOptions,
			...reconcileOptions,
		},
	})
}

/**
 * Reads the files of the typed directory, else those of VENUE_DIR.
 * @throws StartError that names what is wrong in them
 */
async function readFiles([, typed]: string[]): Promise<{ venue: Venue; hash: string }> {
	const directory = typed ?? resolve(ROOT, process.env['VENUE_DIR'] || 'venue')
	const read = await readVenue(directory)
	if (!read.ok) throw new StartError(read.problems.join('\n'))

	for (const warning of read.warnings) console.warn(`! ${warning}`)
	const ours = ['public', 'build/client'].map((folder) => join(ROOT, folder))
	const pictures = await pictureProblems(read.venue, [directory, ...ours])
	if (pictures.length > 0) throw new StartError(pictures.join('\n'))
	return read
}

async function verify(): Promise<number> {
	const { auditAt } = await import('#app/db/audit.server.ts')
	const { env } = await import('#app/gateways/env.server.ts')
	const findings = await auditAt(env.DATABASE_URL)
	for (const { id, promise, broken, leftOut } of findings) {
		const kept = leftOut.length === 0 ? 'holds' : `holds, left out: ${leftOut.join(', ')}`
		const verdict = broken.length === 0 ? kept : `BROKEN by ${broken.join(', ')}`
		console.log(`${id.padEnd(4)} ${promise.padEnd(78)} ${verdict}`)
	}
	return findings.some(({ broken }) => broken.length > 0) ? 1 : 0
}

async function leaveOutNumbers() {
	const { db } = await import('#app/db/client.server.ts')
	const { leaveOutAfterRestore } = await import('#app/db/numbers.server.ts')
	const counters = await leaveOutAfterRestore(db)
	console.log(counters.length > 0 ? `Leapt: ${counters.join(', ')}.` : 'No number was given out.')
}

async function showPlan(venue: Venue) {
	const { planVenue } = await import('#app/models/operator/venue.server.ts')
	const lines = await planVenue(venue)
	console.log(lines.length > 0 ? lines.join('\n') : 'Nothing would change.')
}

async function apply(venue: Venue, hash: string) {
	await showPlan(venue)
	const { applyVenue } = await import('#app/models/operator/venue.server.ts')
	const outcome = await applyVenue(venue, hash)
	console.log(outcome === 'applied' ? 'Applied.' : 'Already in force.')
}

/**
 * Makes a command that only reads, and prepares nothing in the database: a node of an older release may be running on
 * it.
 */
function reading(work: Work): Command {
	return (typed) => withDatabase(async () => {}, work, typed)
}

/** Makes a command that may write, and that brings the database to this release first. */
function writing(work: Work): Command {
	return (typed) => withDatabase((url) => explainingSetup(() => migrate(url)), work, typed)
}

/** Makes a command on a shop to practise with, which runs its pretend payment providers meanwhile. */
function practising(work: Work): Command {
	return async (typed) => {
		requirePracticeShop(withSecretFiles(process.env))
		let stop: (() => Promise<void>) | null = null
		async function prepare(url: string) {
			const sandbox = await openSandbox(process.env['DATA_DIR'] || '.data')
			stop = sandbox.stop
			Object.assign(process.env, sandboxEnv(sandbox.url))
			await explainingSetup(() => migrate(url))
		}
		return withDatabase(prepare, work, typed).finally(() => stop?.())
	}
}

/**
 * Runs `work` on the database. The environment is set first, and the modules that read it are loaded afterwards: `work`
 * calls the functions that the server calls, on the same client. `prepare` comes before, with the database's URL.
 */
async function withDatabase(
	prepare: (url: string) => Promise<unknown>,
	work: Work,
	{ positionals, values, staysConnected }: Typed,
): Promise<number | void> {
	process.env = withSecretFiles(process.env)
	const { url, close } = await openDatabase()
	try {
		Object.assign(process.env, withOwnParts({ ...process.env, DATABASE_URL: url }))
		await requireDatabase(url)
		await prepare(url)
		const { db, longRunning } = await import('#app/db/client.server.ts')
		const end = () => (staysConnected ? undefined : db.close())
		return await longRunning(() => work(positionals, values)).finally(end)
	} catch (error) {
		throw MISSING.has(sqlState(error) ?? '') ? new StartError(UNPREPARED) : error
	} finally {
		await close()
	}
}

/** The SQLSTATEs of a missing schema, column or table, which only a start of this release makes. */
const MISSING = new Set(['3F000', '42703', '42P01'])
const UNPREPARED =
	'This database is empty or of an older release: start the shop, or run: npm run venue -- apply'

/**
 * Returns the URL of the command's database and the function that closes it: that of DATABASE_URL, else the built-in
 * one of the shop that runs on these data, else that one started for this command alone.
 */
async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
	const given = process.env['DATABASE_URL']
	if (given) {
		console.error(`Database: ${databaseName(given)}`)
		return { url: given, close: async () => {} }
	}

	const dataDir = await openDataDir(process.env['DATA_DIR'] || '.data')
	console.error(`Database: the built-in one in ${dataDir} (DATABASE_URL is not set)`)
	const password = (await loadSecrets(dataDir)).database
	const running = await runningDatabase(dataDir, password)
	if (running) return { url: running, close: async () => {} }

	const release = await claim(dataDir, 'npm run venue')
	const { url, stop } = await startEmbedded({ dataDir, password })
	return { url, close: () => stop().then(release) }
}

/**
 * Returns the URL of the built-in database while it runs; undefined otherwise. PostgreSQL notes its port in the fourth
 * line of a file that exists while it runs, or after it was killed.
 */
async function runningDatabase(dataDir: string, password: string): Promise<string | undefined> {
	const note = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
	const port = Number(note.split('\n')[3])
	if (!(port > 0)) return undefined
	const url = shopUrl(password, port)
	return requireDatabase(url).then(
		() => url,
		() => undefined,
	)
}
