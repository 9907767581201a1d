import { randomUUID } from 'node:crypto'

import { data, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { i18nOf, localeOf } from '#app/middleware/locale.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { readSearch } from '#app/models/offer/read-search.ts'
import type { Search } from '#app/models/offer/search.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { findPlacedSince } from '#app/models/order/placed.server.ts'
import type { Refused } from '#app/models/result.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { staffOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { agreedNames, agreedOf } from '#desk/routes/new/agreed.ts'
import { newSums, placeCall, raiseGuests, wrongIn } from '#desk/routes/new/book-call.server.ts'
import { CallForm } from '#desk/routes/new/call-form.tsx'
import { callProblems } from '#desk/routes/new/call-problems.ts'
import { callView } from '#desk/routes/new/call-view.server.ts'
import {
	discardCall,
	findBegun,
	findCall,
	holdLonger,
	setNumbers,
	takeTime,
	type Typed,
} from '#desk/routes/new/call.server.ts'
import { keepDetails } from '#desk/routes/new/kept-details.server.ts'
import { useKeptFocus } from '#desk/routes/new/kept-focus.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Title } from '#desk/ui/panel.tsx'

import type { Route } from './+types/new.ts'

export const middleware = [staffOnly('shift')]

/**
 * Reads the page on which staff book while they talk on the telephone. Its address begins with
 * `?day=&time=&room=&kind=&guests=`, and names a cart after a time was taken. Redirects to the booking when the call is
 * booked; `changed` is the version of an older page that was sent (faults N320).
 */
export async function loader({ context, url }: Route.LoaderArgs) {
	const search = searchIn(url.searchParams)
	const cart = await findCall(url.searchParams.get('cart'))
	const older = url.searchParams.get('changed')
	const booked = cart && (await findBooked(cart, older))
	if (booked) throw redirect(`/new/${booked}`, 303)
	const asked = { time: url.searchParams.get('time'), room: url.searchParams.get('room') }
	const agreed = agreedOf(url.searchParams)
	const { until } = agreed
	const guests = url.searchParams.has('guests') ? search.guests : null
	const wanted = { search, guests, cart, asked, locale: localeOf(context), until }
	const view = await callView(wanted, now())
	const newCart = cart ? null : randomUUID()
	const isRaised = url.searchParams.has('raised')
	return { view, wasChanged: older !== null, isRaised, agreed, newCart }
}

/** Reloads the call after every post, also after a refused one: its cart holds what was typed. */
export function shouldRevalidate() {
	return true
}

/**
 * Stores what is typed, takes a time, prolongs or discards the call, or books it as the page showed it. Where numbers,
 * extras or sums differ from the page, it shows them before anything is booked; numbers that are not possible stay in
 * their fields with the reason (faults N401).
 */
export async function action({ request, context, url }: Route.ActionArgs) {
	const typed = stepped(await typedOf(request))
	const params = new URLSearchParams(url.searchParams)
	for (const name of ['day', 'guests', 'kind', 'duration', ...agreedNames])
		if (typed.has(name)) params.set(name, typed.get(name) ?? '')
	for (const name of ['changed', 'raised']) params.delete(name)
	const newCart = typed.get('newCart') ?? null
	const wanted = { search: searchIn(params), room: params.get('room'), newCart }
	const found = await findCall(params.get('cart'))
	const agreed = agreedOf(params)
	const words = deskWordsOf(context)
	const answer = (problem: string, at: Record<string, string> = {}, again = typed) =>
		data({ problem, at, agreed, typed: Object.fromEntries(again) }, 422)
	const outdated = (id: string) =>
		redirect(pathOf(params, id, { changed: typed.get('version') ?? '0' }), 303)
	const refused = ({ message }: Refused) =>
		found && saysOutdated.has(message.key)
			? outdated(found.id)
			: answer(i18nOf(context).t(message.key, { ...message.values }))
	if (found && typed.has('version') && Number(typed.get('version')) !== found.version)
		return outdated(found.id)
	const intent = typed.get('intent')
	if (intent === 'discard') {
		if (found) await discardCall(found, now())
		return redirect('/new', 303)
	}

	const kept = found ? await keepDetails(found, typed) : null
	if (kept && !kept.ok) return refused(kept)
	let cart = kept?.ok ? kept.value : null
	const [productId = '', time = ''] = (typed.get('take') ?? '').split(' ')
	const wrong = wrongIn(cart, { typed, productId, words })
	if (wrong) return answer(wrong.problem, wrong.at)
	const changed = productId
		? await takeTime(cart, { productId, time }, wanted, now())
		: cart && (await setNumbers(cart, typed, wanted, now()))
	const begun =
		cart || !changed || changed.ok ? null : await findBegun(newCart, { productId, time })
	if (begun) return begun.hasTime ? redirect(pathOf(params, begun.id), 303) : outdated(begun.id)
	if (changed && !changed.ok) return refused(changed)
	const isAsShown = changed?.value.version === cart?.version
	cart = changed?.value ?? cart
	const held = cart && intent === 'hold' ? await holdLonger(cart, now()) : null
	if (held && !held.ok) return refused(held)
	if (cart && intent === 'book') {
		const problems = callProblems(cart, i18nOf(context), words)
		if (problems) return answer(problems.problem, problems.at)
		const actor = actorOf(staffOf(context))
		const talked = { typed, isAsShown, locale: agreed.letters, actor }
		const placed = await placeCall(cart, talked)
		if (placed.ok) return redirect(`/new/${placed.value.number}`, 303)
		if (placed.message.key !== 'errors.priceChanged') return refused(placed)
		return answer(await newSums(cart, words), {}, guestsIn(typed))
	}
	const isRaised = productId !== '' && cart !== null && raiseGuests(params, cart)
	return redirect(pathOf(params, cart?.id ?? null, isRaised ? { raised: '1' } : {}), 303)
}

/** The keys of the refusals that mean that a call was changed or booked since its page was shown. */
const saysOutdated: ReadonlySet<string> = new Set(['errors.cartChanged', 'errors.orderRunning'])

/**
 * Finds the number of the order that waits for the payment of a call, or that was placed of its cart since version
 * `older`; null without one.
 */
async function findBooked({ id, orderId }: Cart, older: string | null): Promise<string | null> {
	if (orderId) return (await findOrderById(orderId))?.number ?? null
	return /^\d{1,9}$/.test(older ?? '') ? findPlacedSince({ id, version: Number(older) }) : null
}

function searchIn(asked: URLSearchParams): Search {
	const params = new URLSearchParams(asked)
	if (!['party', 'play', 'place'].includes(params.get('kind') ?? '')) params.set('kind', 'party')
	return readSearch(currentVenue(), params, now())
}

function pathOf(params: URLSearchParams, cart: string | null, more: Record<string, string> = {}) {
	const next = new URLSearchParams({ ...Object.fromEntries(params), ...more })
	if (cart) next.set('cart', cart)
	return `/new?${next}`
}

/**
 * Returns the typed fields without all but the guests: the call holds the others, but its address may name other
 * guests.
 */
function guestsIn(typed: Typed): Typed {
	return new Map([['guests', typed.get('guests') ?? '']])
}

async function typedOf(request: Request): Promise<Map<string, string>> {
	const fields = [...(await request.formData())]
	return new Map(
		fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
	)
}

/** Returns the fields after a plus or minus was pressed: `step=n.pizza:1` adds 1 to the field `n.pizza`. */
function stepped(typed: Typed): Typed {
	const [, name, by] = /^([\w.-]+):(-?1)$/.exec(typed.get('step') ?? '') ?? []
	if (name === undefined || by === undefined) return typed
	const number = Number(typed.get(name) ?? 0)
	return new Map(typed).set(
		name,
		String(Math.max(0, (Number.isInteger(number) ? number : 0) + Number(by))),
	)
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { call, day, kind, guestsProblem } = loaderData.view
	const state = `${call?.id} ${call?.version} ${day} ${kind}`
	const noteFocus = useKeptFocus(state)
	return (
		<>
			<PageTitle>{t('phone.title')}</PageTitle>
			<Title heading={t('phone.title')} about={t('phone.order')} />
			<CallForm
				{...loaderData}
				key={state}
				onFocus={noteFocus}
				agreed={actionData?.agreed ?? loaderData.agreed}
				typed={actionData?.typed ?? {}}
				problem={actionData?.problem ?? null}
				at={actionData?.at ?? (guestsProblem === null ? {} : { guests: guestsProblem })}
			/>
		</>
	)
}
