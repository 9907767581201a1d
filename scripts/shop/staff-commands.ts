import { resolve } from 'node:path'

import { parseEnv } from '#app/gateways/environment.ts'
import { StartError } from '#app/gateways/start-error.ts'
import type { Result } from '#app/models/result.ts'
import { newStaff, operator, type Level } from '#app/models/staff/staff.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { readDeskOrigin } from '#scripts/shop/desk-note.ts'
import { staffInALine, staffWordsIn, type StaffTerminalWords } from '#scripts/shop/staff-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'

// The commands of `npm run venue -- staff`. Models are imported once the environment names their database.

type Typed = readonly string[]
type Options = { lang?: string | undefined; yes: boolean }

const USAGE = `staff; staff invite NAME EMAIL counter|shift|owner; staff link EMAIL;
staff level EMAIL counter|shift|owner; staff sign-out EMAIL; staff end EMAIL`

/** Runs the command `staff`: lists the staff, or does the typed verb, one of those that owners have at the desk. */
export async function staff([, verb, ...typed]: Typed, options: Options): Promise<void> {
	const words = staffWordsIn(options.lang)
	if (verb === undefined) return list(words)
	const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
	if (!act) throw new StartError(USAGE)
	await act(typed, words, options)
}

const verbs: Record<
	string,
	(typed: Typed, words: StaffTerminalWords, options: Options) => Promise<void>
> = {
	invite: async ([name = '', email = '', level = ''], words, options) => {
		const asked = newStaff.safeParse({ name, email, level })
		if (!asked.success) throw new StartError(USAGE)
		const { inviteStaff } = await import('#app/models/staff/change.server.ts')
		const inviting = { ...operator, locale: words.locale, origin: await deskOrigin() }
		valueOf(await inviteStaff(asked.data, inviting), options)
		console.log(words.isInvited(name))
	},
	link: async ([email = ''], words) => {
		const { id, name } = await personOf(email, words)
		const { makeLink } = await import('#app/models/staff/link.server.ts')
		const token = await makeLink(id, operator.actor)
		const { db } = await import('#app/db/client.server.ts')
		const { noteAct } = await import('#app/models/staff/staff.server.ts')
		await noteAct(db, { ...operator, verb: 'linkMade', staffId: id, values: { name } })
		console.log(`${words.link(name)}\n${await deskOrigin()}/welcome/${token}`)
	},
	level: async ([email = '', typed = ''], words, options) => {
		const level = levelIn(typed)
		const { id, name } = await personOf(email, words)
		const { changeLevel } = await import('#app/models/staff/change.server.ts')
		valueOf(await changeLevel(id, level, operator), options)
		console.log(words.hasLevel(name, words.levels[level]))
	},
	'sign-out': async ([email = ''], words, options) => {
		const { id, name } = await personOf(email, words)
		const { signOutEverywhere } = await import('#app/models/staff/change.server.ts')
		valueOf(await signOutEverywhere(id, operator), options)
		console.log(words.isSignedOut(name))
	},
	end: async ([email = ''], words, options) => {
		const { id, name } = await personOf(email, words)
		await askFirst([words.willEnd(name)], options.yes, wordsIn(options.lang))
		const { endAccess } = await import('#app/models/staff/change.server.ts')
		valueOf(await endAccess(id, operator), options)
		console.log(words.hasEnded(name))
	},
}

async function list(words: StaffTerminalWords): Promise<void> {
	const { listStaff } = await import('#app/models/staff/staff.server.ts')
	const { makeFirstOwnerLink } = await import('#app/models/staff/link.server.ts')
	const people = await listStaff()
	console.log(people.map((one) => staffInALine(one, words)).join('\n') || words.nobody)
	const token = await makeFirstOwnerLink()
	if (token) console.log(`${words.firstOwner}\n${await deskOrigin()}/welcome/${token}`)
}

async function personOf(email: string, words: StaffTerminalWords) {
	const { findByEmail, findStaff } = await import('#app/models/staff/staff.server.ts')
	const id = email ? await findByEmail(email) : null
	const person = id && (await findStaff(id))
	if (!person) throw new StartError(email ? words.noOne(email) : USAGE)
	return person
}

function levelIn(typed: string): Level {
	const level = newStaff.shape.level.safeParse(typed)
	if (!level.success) throw new StartError(USAGE)
	return level.data
}

/**
 * Returns the desk's address: the one that the operator names, else the one at which the shop that runs on these data
 * opened it, because a start takes a free port when the usual one is in use (faults N181).
 */
async function deskOrigin(): Promise<string> {
	const { DESK_ORIGIN, DESK_PORT, DATA_DIR } = parseEnv(process.env)
	if (DESK_ORIGIN) return DESK_ORIGIN
	const noted = process.env['DESK_PORT'] ? null : await readDeskOrigin(resolve(ROOT, DATA_DIR))
	return noted ?? `http://localhost:${DESK_PORT}`
}

/**
 * Returns the value of a result.
 * @throws StartError with the sentence of the refusal
 */
function valueOf<T>(result: Result<T>, { lang }: Options): T {
	if (result.ok) return result.value
	const { key, values } = result.message
	throw new StartError(wordsIn(lang).t(key, values ?? {}))
}
