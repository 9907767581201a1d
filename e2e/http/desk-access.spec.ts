import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { levels, type Level } from '#app/models/staff/staff.ts'
import { today } from '#app/models/venue/day.ts'

import { signInStaff } from '../desk/staff.ts'
import { deskPatterns } from './addresses.ts'
import { register } from './registered.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The least level for each address of the desk (faults L2): every URL of `desk/routes.ts` has its line here, as a page,
// as its data, without its body, and with an empty form posted.

const desk = process.env['DESK_URL'] ?? ''

type Least = Level | 'anybody'

const table: Record<string, Least> = {
	'/': 'counter',
	'/day/:day': 'counter',
	'/day/:day/read': 'counter',
	'/day/:day/sheet': 'counter',
	'/day/:day/signs': 'counter',
	'/bookings': 'counter',

	'/day/:day/rooms': 'counter',
	'/day/:day/block': 'shift',
	'/day/:day/lift': 'shift',
	'/day/:day/close': 'shift',

	'/bookings/:number': 'counter',
	'/bookings/:number/rest': 'counter',
	'/bookings/:number/undo/:note': 'counter',
	'/bookings/:number/pay-back': 'shift',
	'/bookings/:number/notes': 'counter',
	'/bookings/:number/email': 'shift',
	'/bookings/:number/change': 'shift',
	'/bookings/:number/move': 'shift',
	'/bookings/:number/cancel': 'shift',
	'/bookings/:number/on-site': 'shift',
	'/bookings/:number/give-up': 'shift',
	'/bookings/:number/refund': 'owner',
	'/bookings/:number/letters': 'shift',
	'/bookings/:number/papers/:file': 'counter',

	'/new': 'shift',
	'/new/:number': 'shift',

	'/staff': 'owner',
	'/staff/:staffId': 'owner',
	'/staff/invite': 'owner',
	'/staff/devices': 'owner',
	'/me': 'counter',
	'/me/passkey': 'counter',
	'/keys': 'counter',

	'/sign-in': 'anybody',
	'/sign-in/passkey': 'anybody',
	'/sign-out': 'anybody',
	'/kept': 'counter',
	'/welcome/:token': 'anybody',
	'/welcome/:token/passkey': 'anybody',

	'/language': 'anybody',
	'/healthz': 'anybody',
	'/readyz': 'anybody',
	'/metrics': 'anybody',
	'/assets/:file': 'anybody',
	'/*': 'anybody',
}

/** `customer` has the session of an account of the shop, under the shop's name and under the desk's. */
type Asker = Level | 'nobody' | 'customer' | 'removed'
const askers: Asker[] = ['nobody', 'customer', ...levels, 'removed']

test('L2: every address of the desk lets in who may come in, in every way', async () => {
	const patterns = deskPatterns()
	expect(patterns.filter((pattern) => !(pattern in table))).toEqual([])
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
	const customer = await signUp()
	try {
		for (const asker of askers) {
			for (const pattern of patterns) {
				const least = table[pattern] ?? 'owner'
				const visitor = await come(sql, asker, customer)
				const path = pathOf(pattern)
				const answers = await askFor(path, visitor)
				expect({ asker, path, answers }).toEqual({ asker, path, answers: answersTo(asker, least) })
			}
		}
	} finally {
		await sql.end()
	}
})

/** The cookies of a customer who is signed in at the shop; a browser sends those of a host to all of its ports. */
async function signUp(): Promise<Map<string, string>> {
	const visitor = newVisitor(process.env['SHOP_URL'] ?? '')
	await register(visitor)
	expect((await visitor.get('/account')).status).toBe(200)
	expect(visitor.cookies.has('session')).toBe(true)
	return visitor.cookies
}

/** A visitor of that kind with a device of its own. */
async function come(
	sql: postgres.Sql,
	asker: Asker,
	customer: ReadonlyMap<string, string>,
): Promise<Visitor> {
	const visitor = newVisitor(desk)
	if (asker === 'nobody') return visitor
	if (asker === 'customer') {
		for (const cookie of customer) visitor.cookies.set(...cookie)
		visitor.cookies.set('desk-session', customer.get('session') ?? '')
		return visitor
	}
	const person = await signInStaff(sql, asker === 'removed' ? 'owner' : asker)
	visitor.cookies.set(...person.cookie)
	if (asker === 'removed') await sql`update staff set ended_at = now() where id = ${person.id}`
	return visitor
}

/** Puts values in place of parameters; none of them names a thing that is there, except a day. */
function pathOf(pattern: string): string {
	return pattern
		.replace(':day', today(new Date()))
		.replaceAll(/:\w+/g, '2026-999999')
		.replace('*', 'nowhere')
}

async function askFor(path: string, visitor: Visitor): Promise<Kind[]> {
	const answers = [
		await visitor.get(path),
		await visitor.get(dataOf(path)),
		// The data of one route alone, as a page asks for it that has the others: the guard is not left out.
		await visitor.get(`${dataOf(path)}?_routes=routes%2Fkeys`),
		await visitor.send(path, { method: 'HEAD' }),
		await visitor.post(path, {}),
	]
	return answers.map(({ status, location, text }) => {
		const to = location ?? /"redirect","([^"]*)"/.exec(text)?.[1] ?? ''
		// Signing out leads to the door as well, but to no page after it.
		if (to.startsWith('/sign-in?next=')) return 'sent to the door'
		if (status >= 500) return 'failed'
		return status === 403 ? 'refused' : 'let in'
	})
}

function dataOf(path: string): string {
	return path === '/' ? '/_.data' : `${path}.data`
}

type Kind = 'let in' | 'refused' | 'sent to the door' | 'failed'

function answersTo(asker: Asker, least: Least): Kind[] {
	if (least === 'anybody') return all('let in')
	// A person who has gone reads so in every tab that is open.
	if (asker === 'removed') return all('refused')
	if (asker === 'nobody' || asker === 'customer') return all('sent to the door')
	return all(levels.indexOf(asker) >= levels.indexOf(least) ? 'let in' : 'refused')
}

function all(kind: Kind): Kind[] {
	return [kind, kind, kind, kind, kind]
}
