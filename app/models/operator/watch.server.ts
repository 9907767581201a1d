import { db, longRunning } from '#app/db/client.server.ts'
import {
	forgetNumbers,
	leaveOutLost,
	lookAtNumbers,
	type CounterValues,
	type NumbersLook,
	rememberNumbers,
} from '#app/db/numbers.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { noteNumbers, readNotedNumbers } from '#app/gateways/noted-numbers.server.ts'

const LOOK_MS = 2_000

/**
 * Looks at the database now and every two seconds until `stop`, and compares its counters with the numbers of orders
 * and invoices that were given out, and its life with the one noted last. A standby that takes over, or a restored
 * backup, may have lost numbers (faults J7, record 041): lost ones are never given out again. The last numbers are
 * noted in `directory` too, so that they outlive the process.
 */
export async function watchDatabase(directory: string): Promise<{ stop(): Promise<void> }> {
	const watch: Watch = { directory, shop: null, written: '', state: 'well' }
	await look(watch)
	let underWay = Promise.resolve()
	const timer = setInterval(() => {
		underWay = underWay.then(() =>
			longRunning(() => look(watch)).catch((err: unknown) => {
				if (isNew(watch, 'away')) log.warn({ err }, 'the database does not answer')
			}),
		)
	}, LOOK_MS)
	timer.unref()
	return {
		async stop() {
			clearInterval(timer)
			await underWay
			forgetNumbers()
		},
	}
}

type State = 'well' | 'read-only' | 'away'
type Watch = { directory: string; shop: string | null; written: string; state: State }

/**
 * Notes the state of the database; true when it differs from the state before, so that a lasting state is logged once.
 */
function isNew(watch: Watch, state: State): boolean {
	const before = watch.state
	watch.state = state
	return before !== state
}

async function look(watch: Watch): Promise<void> {
	const found = await lookAtNumbers(db)
	if (found.isReadOnly) {
		if (isNew(watch, 'read-only')) log.error('the database takes no writes')
		return
	}
	if (isNew(watch, 'well')) log.info('the database answers and takes writes again')
	await recall(watch, found)
	const numbers = rememberNumbers({})
	const isKnown = found.life === found.notedLife && !isBehind(found.counters, numbers)
	const now = isKnown ? found : await leaveOut()
	await note(watch, now)
}

/** Recalls, at the first look, the last numbers that this node noted of this shop before the process began. */
async function recall(watch: Watch, { firstLife, life }: NumbersLook): Promise<void> {
	if (watch.shop) return
	watch.shop = firstLife ?? life
	const noted = await readNotedNumbers(watch.directory)
	if (noted?.shop === watch.shop) rememberNumbers(noted.numbers)
}

function isBehind(counters: CounterValues, numbers: CounterValues): boolean {
	return Object.entries(numbers).some(([name, value]) => value > (counters[name] ?? 0))
}

async function leaveOut(): Promise<NumbersLook> {
	const leapt = await leaveOutLost(db)
	if (leapt.length > 0) log.warn({ counters: leapt }, LEFT_OUT)
	return lookAtNumbers(db)
}

const LEFT_OUT =
	'the database may have lost numbers that were given out: they are left out, and verify names them'

async function note(watch: Watch, { counters }: NumbersLook): Promise<void> {
	const numbers = rememberNumbers(counters)
	const text = JSON.stringify(numbers)
	if (text === watch.written || !watch.shop) return
	await noteNumbers(watch.directory, { shop: watch.shop, numbers })
	watch.written = text
}
