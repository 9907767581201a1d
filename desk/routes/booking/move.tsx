import { useMemo } from 'react'
import { data, Form, Link, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import type { AskedMove } from '#app/models/booking/asked-lines.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { today } from '#app/models/venue/day.ts'
import { parseDay, parseTime } from '#app/models/venue/slot.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { ActForm } from '#desk/routes/booking/act-form.tsx'
import { comparedView } from '#desk/routes/booking/compared.server.ts'
import { Compared } from '#desk/routes/booking/compared.tsx'
import { dossierOf, nameOf, pathOf, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { planFields, planOf, refusalOf, takeChange } from '#desk/routes/booking/plan.server.ts'
import { daysTo, timesTo } from '#desk/routes/booking/ways-on.server.ts'
import * as buttons from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'
import * as forms from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/move.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the times of a day to which the whole booking fits; with a time in the address, also the booking before and
 * after the move.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	return moveView(await dossierOf(context, params.number), wantedIn(url.searchParams))
}

/**
 * The day to which the booking is to move, and the time, null until one is chosen; 'any' for a booking without times.
 */
type Wanted = Pick<AskedMove, 'price'> & { day: string | null; time: string | null }

function wantedIn(params: URLSearchParams): Wanted {
	const time = params.get('time')
	return {
		day: parseDay(params.get('day')) ?? null,
		time: time === 'any' ? time : (parseTime(time) ?? null),
	}
}

async function moveView(dossier: Dossier, { day: wished, time, price }: Wanted) {
	const { order } = dossier.history
	const { t, locale } = dossier.words
	const day = wished ?? order.day ?? today(now())
	const times = (await timesTo(dossier, day)).toSorted((one, other) =>
		(one.time ?? '').localeCompare(other.time ?? ''),
	)
	const asked = time === null ? null : moveTo(day, time, price)
	const planned = asked && (await planOf(dossier, asked))
	const pathTo = (onDay: string, at: string) =>
		`${pathOf(dossier, 'move')}?${new URLSearchParams({ day: onDay, time: at })}`
	return {
		name: nameOf(dossier),
		day,
		first: today(now()),
		time,
		timesTitle: t('booking.changeForm.times', { day: formatDay(day, locale, 'long') }),
		times: times.map((it) => ({
			to: pathTo(day, it.time ?? 'any'),
			isChosen: (it.time ?? 'any') === time,
			label: it.time === null ? t('booking.changeForm.day') : formatTime(it.time, locale),
			room: it.room ? inLocale(it.room.name, locale) : null,
		})),
		otherDays:
			times.length > 0
				? []
				: (await daysTo(dossier, day)).map(({ at, label, room }) => ({
						to: pathTo(at.slice(0, 10), at.slice(11)),
						isChosen: false,
						label,
						room,
					})),
		compared: asked && planned?.ok ? await comparedView(dossier, asked, planned.value) : null,
		problem: planned && !planned.ok ? refusalOf(dossier, planned) : null,
	}
}

function moveTo(day: string, time: string, price: AskedMove['price']): AskedMove {
	return { kind: 'move', day, time: time === 'any' ? null : time, price }
}

/**
 * Moves the booking for the typed reason, as the table of before and after has shown it (`take`); or shows that table
 * at the other price (`look`).
 */
export async function action({ request, params, context, url }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { t } = dossier.words
	const fields = planFields.parse(await typedIn(request))
	const { reason, price } = fields
	const wanted = { ...wantedIn(url.searchParams), price }
	const view = await moveView(dossier, wanted)
	const again = (complaints: Complaints) => data({ view, reason, ...complaints }, 422)
	if (view.time === null) return again(complaint(t('booking.changeForm.noTimes')))
	if (fields.intent === 'look') return data({ view, reason, ...complaint() })
	if (reason === '') return again(complaintsAt({ reason: t('booking.changeForm.reasonMissing') }))
	const made = await takeChange(dossier, moveTo(view.day, view.time, price), fields)
	if (made.ok) return redirect(`${pathOf(dossier)}?done=move`, 303)
	const fresh = await dossierOf(context, params.number)
	const refusal = complaint(refusalOf(fresh, made))
	return data({ view: await moveView(fresh, wanted), reason, ...refusal }, 422)
}

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const view = actionData?.view ?? loaderData
	const { problem } = view
	const answered = actionData?.problems
	// The same array until the next answer: `Problems` takes the focus whenever it gets another one.
	const problems = useMemo(
		() => answered ?? (problem === null ? [] : [problem]),
		[answered, problem],
	)
	return (
		<Panel heading={t('booking.changeForm.moveHeading', { name: view.name })} id="form">
			<Problems of={problems} />
			<Form method="get" className={forms.fields}>
				<div className={forms.field}>
					<label htmlFor="day" className={forms.label}>
						{t('booking.changeForm.day')}
					</label>
					<input
						key={view.day}
						id="day"
						name="day"
						type="date"
						min={view.first}
						defaultValue={view.day}
						className={forms.control}
					/>
				</div>
				<Button look="line">{t('booking.changeForm.showDay')}</Button>
			</Form>
			<h3>{view.timesTitle}</h3>
			<Times of={view.times} />
			{view.times.length === 0 && (
				<>
					<p className={words.note.act}>{t('booking.changeForm.noTimes')}</p>
					{view.otherDays.length > 0 && <h3>{t('booking.changeForm.otherDays')}</h3>}
					<Times of={view.otherDays} />
				</>
			)}
			{view.time !== null && (
				<ActForm>
					<button name="intent" value="look" tabIndex={-1} className={words.unseen}>
						{t('booking.changeForm.apply')}
					</button>
					<Compared
						view={view.compared}
						take={t('booking.changeForm.takeMove')}
						reason={actionData?.reason}
						error={actionData?.at['reason']}
					/>
				</ActForm>
			)}
		</Panel>
	)
}

type Time = { to: string; label: string; room: string | null; isChosen: boolean }

function Times({ of }: { of: readonly Time[] }) {
	if (of.length === 0) return null
	return (
		<div className={buttons.chips}>
			{of.map(({ to, label, room, isChosen }) => (
				<Link
					key={to}
					to={to}
					preventScrollReset
					aria-current={isChosen ? 'true' : undefined}
					className={buttons.chip}
				>
					{label}
					{room && <small>{room}</small>}
				</Link>
			))}
		</div>
	)
}
