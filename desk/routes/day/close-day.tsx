import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { closeDay, findNewest, reopenDay } from '#app/models/booking/close-day.server.ts'
import { findConcerned } from '#app/models/booking/concerned.server.ts'
import { printable } from '#app/models/printable.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { today } from '#app/models/venue/day.ts'
import { fates } from '#app/models/venue/override.ts'
import { latePaymentOf } from '#app/models/venue/venue.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { byOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { sentenceOf, unreadWords } from '#desk/routes/day/acting.server.ts'
import { CloseForm, type TypedClosing } from '#desk/routes/day/close-form.tsx'
import {
	bookingView,
	changedSince,
	closingTimeOf,
	namedHours,
	whoClosed,
} from '#desk/routes/day/close-view.server.ts'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Title } from '#desk/ui/panel.tsx'
import { note } from '#desk/ui/words.css.ts'

import type { Route } from './+types/close-day.ts'

const fate = z.enum(fates)

const schema = z.object({
	intent: z.enum(['close', 'open', 'sums']).default('close'),
	reason: z.string().trim().max(200).superRefine(printable).default(''),
	label: z.string().trim().max(60).superRefine(printable).default(''),
	words: z.string().trim().max(1000).superRefine(printable).default(''),
	/** The newest closing or reopening that the page showed; empty for none. */
	seen: z.uuid().nullable().default(null),
	/** The fate chosen for each booking that the page named, by the id of its order. */
	fate: z.record(z.uuid(), fate).default({}),
	/** The value of the button that shows the page again with one fate chosen for all bookings. */
	all: fate.optional(),
})

const text = z.string().catch('')

/** The values of a refused form, read so that the page can show them again. */
const asTyped = z.object({
	reason: text,
	label: text,
	words: text,
	fate: z.record(z.string(), fate).catch({}),
})

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the bookings that closing the day, or the time from `?from=` on, concerns, and the closing that is in force.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
	const day = dayOf(params, now())
	const [venue, locale] = [currentVenue(), localeOf(context)]
	const newest = await findNewest(day)
	const from = new URL(request.url).searchParams.get('from')
	const { hours, problem } = closingTimeOf(day, { from, newest }, deskWordsOf(context))
	const { bookings, carts } = await findConcerned(day, hours)
	const by = newest && (await whoClosed(newest, context))
	return {
		day,
		dayName: formatDay(day, locale, 'full'),
		isPast: day < today(now()),
		...namedHours(day, hours),
		problem,
		bookings: bookings.map((booking) => bookingView(booking, locale)),
		carts,
		latePayment: latePaymentOf(venue),
		seen: newest?.id ?? '',
		closing: newest?.override && {
			reason: newest.reason ?? '',
			by: by ?? '',
			on: formatDay(newest.madeAt, locale, 'numeric'),
			hours: newest.override.hours,
		},
	}
}

/** Closes the day (`close`), takes its closing back (`open`), or shows the page again with what was typed. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const day = dayOf(params, now())
	const submission = parseForm(await request.formData(), schema)
	const { t } = deskWordsOf(context)
	if (submission.status !== 'success') {
		const labels = {
			reason: t('close.reason'),
			label: t('close.label'),
			words: t('close.wordsLabel'),
		}
		const refused = { error: submission.error, labels, otherwise: t('close.incomplete') }
		return again(asTyped.parse(submission.payload), unreadWords(refused, context))
	}
	const typed = submission.value
	if (typed.intent === 'open') {
		const opened = await reopenDay(day, byOf(context), typed.seen ?? undefined)
		if (!opened.ok && opened.since) {
			const problem = await changedSince(opened.since, context)
			return again(null, complaint(problem), { seen: opened.since.id })
		}
		return redirect(`/day/${day}/rooms`, 303)
	}
	const { all } = typed
	if (all || typed.intent === 'sums') {
		const entries = Object.entries(typed.fate).map(([id, own]) => [id, all ?? own] as const)
		const shown = { ...typed, fate: Object.fromEntries(entries) }
		return { typed: shown, ...complaint(), unseen: [] as string[], seen: undefined }
	}
	if (typed.reason === '') return again(typed, complaintsAt({ reason: t('close.reasonMissing') }))
	const { seen, reason, label, words } = typed
	const from = new URL(request.url).searchParams.get('from')
	const newest = await findNewest(day)
	const { hours, problem: notOpen } = closingTimeOf(day, { from, newest }, deskWordsOf(context))
	if (notOpen !== null) return again(typed, complaint(notOpen))
	const texts = label === '' ? { de: 'geschlossen', en: 'closed' } : { de: label, en: label }
	const asked = { day, seen, hours, label: texts, reason, words: words || null, fates: typed.fate }
	const closed = await closeDay(asked, byOf(context), now())
	if (closed.ok) return redirect(`/day/${day}/rooms`, 303)
	const unseen = (closed.unseen ?? []).map(({ orderId }) => orderId)
	const problem = closed.since
		? await changedSince(closed.since, context)
		: sentenceOf(closed, context)
	return again(typed, complaint(problem), { unseen, seen: closed.since?.id })
}

/**
 * Answers the page again with what was typed, the complaints, the ids of the orders that came since it was shown, and
 * the id of the closing that the complaint names: a press before the page is read anew has seen it (faults N331).
 */
function again(
	typed: TypedClosing | null,
	complaints: Complaints,
	{ unseen = [], seen }: { unseen?: string[]; seen?: string | undefined } = {},
) {
	return data({ typed, ...complaints, unseen, seen }, 422)
}

/** Reloads the bookings after every post, also after a refused one: the page names those that came meanwhile. */
export function shouldRevalidate() {
	return true
}

export default function CloseDay({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { day, dayName, bookings, closing, isPast, problem } = loaderData
	const guests = bookings.reduce((sum, booking) => sum + booking.guests, 0)
	const seen = actionData?.seen ?? loaderData.seen
	return (
		<>
			<PageTitle>{t('close.name', { day: dayName })}</PageTitle>
			<Title
				heading={t('close.name', { day: dayName })}
				about={t('close.concerned', { count: bookings.length, guests })}
				actions={
					<LinkButton look="calm" to={`/day/${day}/rooms`} aria-keyshortcuts="Escape">
						{t('close.back')}
					</LinkButton>
				}
			/>
			{closing && <Reopen {...closing} seen={seen} />}
			{problem !== null && !actionData && (
				<p role="alert" className={note.no}>
					{problem}
				</p>
			)}
			{isPast && <p className={note.plain}>{t('close.isPast')}</p>}
			{!isPast && (
				<CloseForm
					key={actionData ? JSON.stringify(actionData) : 'new'}
					{...loaderData}
					seen={seen}
					answer={actionData}
					isClosed={closing !== null}
				/>
			)}
		</>
	)
}

function Reopen({
	reason,
	by,
	on,
	hours,
	seen,
}: NonNullable<Route.ComponentProps['loaderData']['closing']> & { seen: string }) {
	const { t } = useDeskI18n()
	return (
		<Form method="post" className={note.act}>
			<input type="hidden" name="seen" value={seen} />
			<p>
				{hours
					? t('close.hasHours', { ...hours, reason, on, by })
					: t('close.isClosed', { reason, on, by })}
			</p>
			<p>{t('close.openHint')}</p>
			<Button look="line" name="intent" value="open">
				{t('close.open')}
			</Button>
		</Form>
	)
}
