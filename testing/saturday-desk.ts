import type { Told } from './desk-journal.ts'
import { buttonsIn, fieldsIn, refusalIn } from './html-forms.ts'
import { Cut, type Person } from './saturday-people.ts'

// What staff do at the desk, on its pages: each deed opens its form, sends it as it came with what is typed, and tells
// how it was answered.

/** The outcome of a deed; `why` is the sentence of a refusal, `none` where there was nothing to do. */
export type Outcome = { told: Told | 'none'; why?: string; amount?: number; location?: string }

const none: Outcome = { told: 'none' }

type Sent = { what: string; path: string; fields: Record<string, string | number> }

/** Sends a form that answers with a redirect when it is done, and with 422 when it is refused. */
async function send(desk: Person, { what, path, fields }: Sent): Promise<Outcome> {
	try {
		const { status, location, text } = await desk.post(what, path, fields)
		if (status === 303 && location !== null && !location.startsWith('/sign-in'))
			return { told: 'done', location }
		return { told: 'refused', why: status === 422 ? refusalIn(text) : String(status) }
	} catch (error) {
		if (error instanceof Cut) return { told: 'unknown' }
		throw error
	}
}

/** Finds a booking by a name in the search; answers whether it was found. */
export async function searchFor(desk: Person, name: string, number: string): Promise<boolean> {
	const { location, text } = await desk.persist('search', '/bookings', { q: name })
	const path = `/bookings/${number}`
	return location === path || text.includes(`href="${path}"`)
}

/** A note of the rest: the receipt, and how many of those who were booked have stayed away. */
export type Note = { receipt: string; away: number; part: number }

/** Counts who came, then notes a part of the rest in cash and the other by card. */
export async function noteRest(desk: Person, number: string, note: Note): Promise<Outcome> {
	const path = `/bookings/${number}/rest`
	const { text } = await desk.persist('form of the rest', path)
	let form = fieldsIn(text)
	if (form['shown'] === undefined || form['shown'] === '0') return none
	if (note.away > 0 && form['came'] !== undefined) {
		const came = Math.max(1, Number(form['came']) - note.away)
		const counted = await desk.persist('count who came', path, {
			...form,
			intent: 'apply',
			came,
		})
		form = fieldsIn(counted.text)
	}
	const shown = Number(form['shown'])
	const cash = Math.floor(shown * note.part)
	const fields = {
		...form,
		intent: 'note',
		cash: euros(cash),
		card: euros(shown - cash),
		receipt: note.receipt,
	}
	return { ...(await send(desk, { what: 'note a rest', path, fields })), amount: shown }
}

/** Takes one of the notes of a booking back, if this person may. */
export async function takeBack(desk: Person, number: string, reason: string): Promise<Outcome> {
	const { text } = await desk.persist('a booking', `/bookings/${number}`)
	const path = new RegExp(`/bookings/${number}/undo/[\\w-]+`).exec(text)?.[0]
	if (!path) return none
	await desk.persist('form of a reversal', path)
	return send(desk, { what: 'take a note back', path, fields: { reason } })
}

/** Changes the numbers of a booking: guests more or fewer, or an extra more. */
export async function changeNumbers(
	desk: Person,
	number: string,
	{ by, reason }: { by: number; reason: string },
): Promise<Outcome> {
	const path = `/bookings/${number}/change`
	const form = await desk.persist('form of a change', path)
	const fields = fieldsIn(form.text)
	const name =
		by === 0 && 'extras.pizza' in fields
			? 'extras.pizza'
			: Object.keys(fields).find((field) => field.startsWith('lines.'))
	if (form.status !== 200 || name === undefined) return none
	const wished = Math.max(1, Number(fields[name]) + (by || 1))
	const looked = await desk.persist('look at a change', path, {
		...fields,
		[name]: wished,
		intent: 'look',
	})
	const compared = fieldsIn(looked.text)
	if (compared['shown'] === undefined) return { told: 'refused', why: refusalIn(looked.text) }
	return send(desk, {
		what: 'change',
		path,
		fields: { ...compared, intent: 'take', reason },
	})
}

/** Moves a booking to one of the free times of a day. */
export async function moveTo(
	desk: Person,
	number: string,
	{ day, mind, reason }: { day: string; mind: number; reason: string },
): Promise<Outcome> {
	const path = `/bookings/${number}/move`
	const { text } = await desk.persist('free times of a move', `${path}?day=${day}`)
	const times = [...text.matchAll(/href="([^"]*\/move\?day=[^"]*time=[^"]*)"/g)].flatMap(
		([, href]) => href?.replaceAll('&amp;', '&') ?? [],
	)
	const chosen = times[Math.floor(mind * times.length)]
	if (chosen === undefined) return none
	const looked = await desk.persist('look at a move', chosen)
	const { revision, shown } = fieldsIn(looked.text)
	if (revision === undefined || shown === undefined) return none
	return send(desk, {
		what: 'move',
		path: chosen,
		fields: { revision, shown, reason, intent: 'take' },
	})
}

/** Cancels a booking by its terms, or with all the money back. */
export async function cancel(
	desk: Person,
	number: string,
	{ keep, reason }: { keep: 'terms' | 'all'; reason: string },
): Promise<Outcome> {
	const path = `/bookings/${number}/cancel`
	const { text } = await desk.persist('form of a cancellation', path)
	const { backAll, backTerms } = fieldsIn(text)
	if (backAll === undefined || backTerms === undefined) return none
	return send(desk, { what: 'cancel', path, fields: { keep, backAll, backTerms, reason, own: '' } })
}

/** Keeps a note for colleagues. */
export function keepNote(desk: Person, number: string, note: string): Promise<Outcome> {
	return send(desk, { what: 'keep a note', path: `/bookings/${number}/notes`, fields: { note } })
}

type Block = { room: string; from: string; until: string; reason: string }

/** Blocks a room for a time. */
export async function block(desk: Person, day: string, asked: Block): Promise<Outcome> {
	const path = `/day/${day}/block`
	await desk.persist('form of a block', `${path}?room=${asked.room}&from=${asked.from}`)
	return send(desk, { what: 'block a room', path, fields: asked })
}

/** Lifts a block. */
export function lift(desk: Person, day: string, id: string): Promise<Outcome> {
	return send(desk, { what: 'lift a block', path: `/day/${day}/lift`, fields: { block: id } })
}

/** A call: who rings, what for, and whether it is paid on site or by a link that is read out. */
export type Call = {
	day: string
	kind: 'party' | 'play' | 'place'
	product: string
	/** A start time ('10:30'), or a number that picks one of the free times. */
	time: number | string
	guests: number
	lastName: string
	child: string
	pay: 'site' | 'link'
}

/** The fields of the choices that a party is sold with. */
const choices: Record<string, (guests: number) => Record<string, string | number>> = {
	'kometen-party': (guests) => ({
		'n.menu-pasta': guests,
		'n.jug-juice': 2,
		'pick.motto': 'decor-astronauts',
	}),
	'galaxie-party': () => ({
		'n.pizza': 3,
		'pick.motto': 'decor-aliens',
		'n.invitations': 1,
		'n.crown': 1,
	}),
}

/** Books on the telephone: shows the free times, takes one, types who rings, and books. */
export async function bookByTelephone(desk: Person, call: Call): Promise<Outcome> {
	const { day, kind, guests, product, lastName, child, pay } = call
	const address = `/new?${new URLSearchParams({ day, kind, guests: String(guests) })}`
	const times = await desk.persist('free times of a call', address)
	const free = buttonsIn(times.text, 'take').filter((value) => value.startsWith(`${product} `))
	const take =
		typeof call.time === 'string'
			? `${product} ${call.time}`
			: free[Math.floor(call.time * free.length)]
	if (take === undefined) return none
	const taken = await desk.persist('take a time', address, { day, kind, guests, take })
	if (taken.location === null) return { told: 'refused', why: refusalIn(taken.text) }
	const page = await desk.persist('page of a call', taken.location)
	const chosen = { ...fieldsIn(page.text), ...choices[product]?.(guests) }
	// Nothing is booked that the page has not shown: what is chosen is taken over first.
	const shown = await desk.persist('choices of a call', taken.location, chosen)
	if (shown.location === null) return { told: 'refused', why: refusalIn(shown.text) }
	const form = fieldsIn((await desk.persist('page of a call', shown.location)).text)
	const fields = {
		...form,
		firstName: 'Vera',
		lastName,
		phone: '0160 5550111',
		...('child' in form && { child }),
		pay,
		intent: 'book',
	}
	const booked = await send(desk, { what: 'book by telephone', path: taken.location, fields })
	if (booked.location && !/^\/new\/[\d-]+$/.test(booked.location))
		return { told: 'refused', why: 'the call had changed' }
	return booked
}

function euros(cents: number): string {
	return cents === 0 ? '' : (cents / 100).toFixed(2).replace('.', ',')
}
