import { stringifySetCookie } from 'cookie'
import {
	createContext,
	data,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { cookiesOf } from '#app/http/cookies.server.ts'
import { ok, type Result } from '#app/models/result.ts'
import {
	DEVICE_DAYS,
	findDevice,
	signInAt,
	signOutAt,
	touchDevice,
	type DeskDevice,
	type StaffProof,
} from '#app/models/staff/device.server.ts'
import { dropSent, keepForm } from '#app/models/staff/kept.server.ts'
import { listWhoCan } from '#app/models/staff/staff.server.ts'
import { actorOf, isAtLeast, type By, type Level, type Staff } from '#app/models/staff/staff.ts'
import { deskCookie, deskCookieName } from '#desk/http/cookie.server.ts'
import { deviceNameOf } from '#desk/http/device-name.ts'
import { keptFormOf, readKeptForm } from '#desk/http/kept-form.server.ts'
import { isTouch } from '#desk/http/touch.server.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'

type Context = Readonly<RouterContextProvider>

/** The device of this request, and the token that its browser has or is to get. */
type Visit = { device: DeskDevice | null; token: string | null }

const visitContext = createContext<Visit>()
const staffContext = createContext<Staff>()
const name = deskCookieName('session')

/** Returns the member of staff who sent this request; for routes behind `staffOnly` alone. */
export function staffOf(context: Context): Staff {
	return context.get(staffContext)
}

/** Returns the author of what this request does: the member of staff and the device. */
export function byOf(context: Context): By {
	return { actor: actorOf(staffOf(context)), device: deviceOf(context)?.name ?? null }
}

/** Returns the device of this request; null for a browser that was never signed in at, or not for 30 days. */
export function deviceOf(context: Context): DeskDevice | null {
	return context.get(visitContext).device
}

/**
 * Returns the text by which tries to sign in are counted: the device, where somebody has signed in before, else a hash
 * of the network address, null without one. The guests of a venue often share its network, and must not use up the
 * tries of its staff (faults N292).
 */
export function senderOf(context: Context): string | null {
	const device = deviceOf(context)
	return device ? `device ${device.key}` : addressHashOf(context)
}

/**
 * Reads the device of a request and its person before every page, in one round trip: whoever loses access is refused
 * from the next request on, on every node (faults L2). After the answer it notes that the person has used the device,
 * and sends the cookie when this request has changed the token. A token that opens no device stays in the browser,
 * which may have got a newer one meanwhile: a sign-in overtakes a poll, and a sign-out that was pressed twice overtakes
 * itself (faults N362).
 */
export const deviceMiddleware: MiddlewareFunction<Response> = async (
	{ request, context },
	next,
) => {
	const token = cookiesOf(request.headers).get(name) ?? null
	const device = token === null ? null : await findDevice(token)
	const visit: Visit = { device, token }
	context.set(visitContext, visit)

	const response = await next()
	if (device?.isHere && device.isQuiet && visit.token === token && isTouch(request))
		await touchDevice(device)
	if (visit.token !== null && visit.token !== token)
		response.headers.append('Set-Cookie', cookieOf(visit.token))
	return response
}

function cookieOf(token: string): string {
	return stringifySetCookie(name, token, { ...deskCookie, maxAge: DEVICE_DAYS * 24 * 60 * 60 })
}

/**
 * Lets members of staff of this level or a higher one pass, and answers others with 403 and the names of those who may
 * (faults L2). Redirects to the sign-in where nobody is signed in, or the person has been away for ten minutes; a form
 * that was sent then is kept for that person to send it again (faults N290). Somebody whose access has ended gets 403,
 * too.
 */
export function staffOnly(least: Level): MiddlewareFunction<Response> {
	return async ({ request, context, url }, next) => {
		const device = deviceOf(context)
		const person = device?.person ?? null
		if (person?.hasGone) throw data({ key: 'signIn.hasGone' }, 403)
		if (!device || !person || !device.isHere) {
			const form = device && person && (await readKeptForm(request, url, person.id))
			if (form) await keepForm(device.id, form)
			const isRead = request.method === 'GET' || request.method === 'HEAD'
			const path = isRead ? url.pathname + url.search : '/'
			throw redirect(`/sign-in?${new URLSearchParams({ next: path })}`, isRead ? 302 : 303)
		}
		if (!isAtLeast(person, least)) throw data(await whoCan(context, least), 403)
		if (device.hasKept && request.method === 'POST')
			await dropSent(device.id, url.pathname + url.search)
		const { hasGone: _, ...staff } = person
		context.set(staffContext, staff)
		return next()
	}
}

/**
 * Redirects a person who signed in more than five minutes ago to the sign-in: a tablet may lie open, and `form` would
 * give access. The form is kept, to be sent again afterwards (faults N337); where it cannot be kept, the sign-in leads
 * to `next`.
 */
export async function freshlySignedIn(
	context: Context,
	{ form, url, next }: { form: FormData; url: URL; next: string },
): Promise<void> {
	const device = deviceOf(context)
	if (!device || device.isFresh) return
	const kept = keptFormOf(form, url, staffOf(context).id)
	if (kept) await keepForm(device.id, kept)
	throw redirect(`/sign-in?${new URLSearchParams({ next, again: 'yes' })}`, 303)
}

async function whoCan(context: Context, least: Level) {
	const { t } = deskWordsOf(context)
	const names = await listWhoCan(least)
	const listed = names.join(t('signIn.or'))
	return { key: 'signIn.whoCan', values: { names: listed, level: t(`level.${least}`) } }
}

/**
 * Signs the person of `proof` in at this device, which gets a new token. Refused when the person's access has ended or
 * the proof is no longer right; an empty `typedName` keeps the device's name.
 */
export async function enterDesk(
	context: Context,
	request: Request,
	proof: StaffProof,
	typedName: string,
): Promise<Result<undefined>> {
	const visit = context.get(visitContext)
	const names = { typed: typedName, fallback: deviceNameOf(request.headers.get('User-Agent')) }
	const entered = await signInAt(visit.device, proof, names)
	if (!entered.ok) return entered
	visit.token = entered.value.token
	return ok()
}

/** Signs the person out at this device. The device stays known. */
export async function leaveDesk(context: Context): Promise<void> {
	const visit = context.get(visitContext)
	visit.token = visit.device && (await signOutAt(visit.device))
}
