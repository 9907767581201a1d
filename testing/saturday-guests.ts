import { fieldsIn, refusalIn } from './html-forms.ts'
import type { Outcome } from './saturday-desk.ts'
import { newPerson, type Watch } from './saturday-people.ts'

/** A visit as a guest books it online. */
export type Visit = {
	day: string
	product: string
	time: string
	guests: number
	lastName: string
	child: string
	wayToPay: 'stripe' | 'paypal'
	/** The guest leaves the provider's page without paying. */
	isLeft: boolean
}

const isParty = ({ product }: Visit) => product === 'kometen-party'

/** Books at the shop as far as the confirmation; done is an order that was placed, paid or not. */
export async function bookOnline(origin: string, watch: Watch, visit: Visit): Promise<Outcome> {
	const guest = newPerson(origin, watch)
	const { day, product, time, guests, lastName, child, wayToPay } = visit
	const added = await guest.persist('add to cart', '/cart', {
		intent: 'add',
		version: 0,
		product,
		quantity: guests,
		day,
		time,
		duration: 120,
		returnTo: '/',
	})
	if (added.status !== 303) return { told: 'refused', why: refusalIn(added.text) }
	if (isParty(visit)) {
		const cart = await guest.persist('cart', '/cart')
		const chosen = await guest.persist('choose food', '/cart', {
			intent: 'set',
			version: versionIn(cart.text),
			line: /name="line"[^>]*value="([0-9a-f-]{36})"/.exec(cart.text)?.[1] ?? '',
			guests,
			day,
			'pieces.menu-pasta': guests,
			'pieces.jug-juice': 2,
			'choices.motto': 'decor-astronauts',
		})
		if (chosen.status !== 303) return { told: 'refused', why: refusalIn(chosen.text) }
	}
	const email = `${lastName.toLowerCase()}@example.org`
	const addressed = await guest.persist('address', '/checkout/address', {
		firstName: 'Ada',
		lastName,
		email,
		emailRepeat: email,
		street: 'Sternweg 1',
		postcode: '80331',
		city: 'München',
		'party.type': 'birthday',
		'party.birthday': child,
	})
	if (addressed.status !== 303) return { told: 'refused', why: refusalIn(addressed.text) }
	const overview = await guest.persist('overview', '/checkout/overview')
	const placed = await guest.persist('order', '/checkout/overview', {
		intent: 'order',
		version: versionIn(overview.text),
		terms: 'on',
		wayToPay,
	})
	const token = /^\/payment\/[\w-]+$/.exec(placed.location ?? '')?.[0]
	// A button that is pressed again after a cut may lead elsewhere: the order is there or not.
	if (!token) return { told: placed.status === 422 ? 'refused' : 'unknown' }
	if (!visit.isLeft) await pay(guest, token)
	return { told: 'done' }
}

/** Pays at the provider and comes back. */
async function pay(guest: ReturnType<typeof newPerson>, token: string): Promise<void> {
	const { location } = await guest.persist('leave for the provider', `${token}?go=1`)
	if (!location?.startsWith('http://127.0.0.1')) return
	const body = new URLSearchParams({ intent: 'pay' })
	const left = await fetch(location, { method: 'POST', redirect: 'manual', body })
	const back = left.headers.get('Location')
	if (!back) return
	const { pathname, search } = new URL(back)
	await guest.persist('come back', pathname + search)
}

/** Takes something into a cart and lets it go again; answers whether it was granted. */
export async function tryToTake(
	origin: string,
	watch: Watch,
	{ day, product, time }: Pick<Visit, 'day' | 'product' | 'time'>,
): Promise<{ isGranted: boolean; letGo: () => Promise<void> }> {
	const guest = newPerson(origin, watch)
	const wish = { product, quantity: 1, day, time, duration: 120 }
	const { status } = await guest.persist('add to cart', '/cart', {
		intent: 'add',
		version: 0,
		returnTo: '/',
		...wish,
	})
	return {
		isGranted: status === 303,
		async letGo() {
			const { text } = await guest.persist('cart', '/cart')
			const line = /name="line"[^>]*value="([0-9a-f-]{36})"/.exec(text)?.[1]
			if (line === undefined) return
			const version = versionIn(text)
			await guest.persist('remove from cart', '/cart', { intent: 'remove', line, version })
		},
	}
}

function versionIn(html: string): string {
	return fieldsIn(html)['version'] ?? '0'
}
