import { useState } from 'react'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { hoursOf } from '#app/models/capacity/block-times.server.ts'
import { blockPlaces } from '#app/models/capacity/block.server.ts'
import { newFormId } from '#app/models/form-id.server.ts'
import { printable } from '#app/models/printable.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { closingTime } from '#app/models/venue/slot.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { byOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { sentenceOf, unreadWords } from '#desk/routes/day/acting.server.ts'
import { offeredTime, timeChoices, usableTimes } from '#desk/routes/day/block-times.server.ts'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { Repeating } from '#desk/routes/day/repeating.tsx'
import { shortName } from '#desk/routes/day/rooms-view.server.ts'
import { row } from '#desk/ui/button.css.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'
import * as form from '#desk/ui/form.css.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { panel } from '#desk/ui/panel.css.ts'
import { Title } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import { unseen } from '#desk/ui/words.css.ts'

import type { Route } from './+types/block.ts'

const schema = z.object({
	form: z.uuid().nullable().default(null),
	room: z.string().max(60),
	from: closingTime,
	until: closingTime,
	places: z.coerce.number().int().min(1).max(9999).optional(),
	reason: z.string().trim().min(1).max(200).superRefine(printable),
	repeat: z.enum(['once', 'week', 'day']).default('once'),
	last: z.iso.date().optional(),
	/** The value of a button after a refusal: the days on which something is in the way are left out. */
	leavesOut: z.literal('1').optional(),
	/** A free time that the page offered after a refusal, 'from-until'; it wins over the chosen one. */
	instead: offeredTime.optional(),
})

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Returns the rooms and times for the form of a block; its address may choose a room and times (`?room=&from=&until=`).
 */
export function loader({ params, request, context }: Route.LoaderArgs) {
	const day = dayOf(params, now())
	const [venue, locale] = [currentVenue(), localeOf(context)]
	const { searchParams } = new URL(request.url)
	const wished = { from: searchParams.get('from'), until: searchParams.get('until') }
	const times = timeChoices(hoursOf(day), wished)
	return {
		form: newFormId(),
		day,
		dayName: formatDay(day, locale, 'full'),
		weekday: formatDay(day, locale, 'weekdayName'),
		rooms: venue.resources.map(({ id, name, seats, capacity }) => ({
			id,
			name: shortName(inLocale(name, locale)),
			capacity: seats === undefined ? (capacity ?? 1) : null,
		})),
		...times,
		chosen: searchParams.get('room'),
	}
}

/**
 * Makes the block, or a block on each of several days, and redirects to the rooms of the day. Refused with the bookings
 * in the way and the times that are free.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const day = dayOf(params, now())
	const submission = parseForm(await request.formData(), schema)
	const typed = submission.payload
	const { t } = deskWordsOf(context)
	const refused = (complaints: Complaints) =>
		data({ typed, ...complaints, bookings: [], free: [], isOnSome: false }, 422)
	if (submission.status !== 'success') {
		const labels = {
			places: t('block.places'),
			last: t('block.last'),
			reason: t('block.reason'),
		}
		const { error } = submission
		return refused(unreadWords({ error, labels, otherwise: t('block.incomplete') }, context))
	}
	const { form, room, places, reason, instead, repeat: every, last, leavesOut } = submission.value
	const [from, until] = instead ?? [submission.value.from, submission.value.until]
	if (every !== 'once' && !last) return refused(complaintsAt({ last: t('block.lastMissing') }))
	const repeat = every === 'once' ? null : { every, last: last ?? day }
	const times = { day, from, until, repeat, leavesOut: leavesOut === '1' }
	const asked = { form, resourceId: room, ...times, units: places ?? null, reason }
	const made = await blockPlaces(asked, byOf(context), now())
	if (made.ok) {
		const { id, days } = made.value
		return redirect(`/day/${made.value.day}/rooms?block=${id}&days=${days}`, 303)
	}
	const { hits = [], free = [] } = 'hits' in made ? made : {}
	const bookings = hits.flatMap(({ holder }) =>
		holder.kind === 'order' ? [{ number: holder.number, name: holder.name }] : [],
	)
	const isOnSome = made.message.key === 'errors.desk.blockOnSome'
	const problems = complaint(sentenceOf(made, context))
	const ways = { bookings, free: isOnSome ? [] : usableTimes(free), isOnSome }
	return data({ typed, ...problems, ...ways }, 422)
}

type Answer = Route.ComponentProps['actionData']

export default function Block({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { day, dayName } = loaderData
	const [formId] = useState(loaderData.form)
	return (
		<>
			<PageTitle>{t('block.name', { day: dayName })}</PageTitle>
			<Title heading={t('block.name', { day: dayName })} />
			<Form method="post" className={panel}>
				<input type="hidden" name="form" value={formId} />
				{/* Enter in a field blocks what is chosen, never a time that was offered instead. */}
				<button className={unseen} tabIndex={-1} aria-hidden="true">
					{t('block.submit')}
				</button>
				{actionData && <Problems of={actionData.problems} />}
				{actionData && <WaysOn answer={actionData} />}
				<Fields {...loaderData} typed={actionData?.typed ?? {}} at={actionData?.at ?? {}} />
				<div className={row}>
					<Button>{t('block.submit')}</Button>
					<LinkButton look="calm" to={`/day/${day}/rooms`} aria-keyshortcuts="Escape">
						{t('block.back')}
					</LinkButton>
				</div>
			</Form>
		</>
	)
}

type FieldsProps = Route.ComponentProps['loaderData'] & {
	typed: Record<string, unknown>
	at: Complaints['at']
}

function Fields({ day, weekday, rooms, from, until, chosen, typed, at }: FieldsProps) {
	const { t } = useDeskI18n()
	const text = (name: string) => {
		const value = typed[name]
		return typeof value === 'string' ? value : undefined
	}
	return (
		<div className={form.wideFields}>
			<label className={form.field}>
				<span className={form.label}>{t('block.room')}</span>
				<select
					name="room"
					className={form.control}
					defaultValue={text('room') ?? chosen ?? undefined}
				>
					{rooms.map(({ id, name, capacity }) => (
						<option key={id} value={id}>
							{capacity === null ? name : t('block.zone', { name, capacity })}
						</option>
					))}
				</select>
			</label>
			<TimeField name="from" choices={from} typed={text('from')} />
			<TimeField name="until" choices={until} typed={text('until')} />
			<TextField
				name="places"
				label={t('block.places')}
				hint={t('block.placesHint')}
				value={text('places')}
				max={4}
				inputMode="numeric"
				error={at['places']}
			/>
			<Repeating day={day} weekday={weekday} text={text} error={at['last']} />
			<div className={form.whole}>
				<TextField
					name="reason"
					label={t('block.reason')}
					hint={t('block.reasonHint')}
					value={text('reason')}
					max={200}
					error={at['reason']}
				/>
			</div>
		</div>
	)
}

type TimeProps = {
	name: 'from' | 'until'
	choices: { times: string[]; chosen: string | undefined }
	typed: string | undefined
}

function TimeField({ name, choices: { times, chosen }, typed }: TimeProps) {
	const { t } = useDeskI18n()
	return (
		<label className={form.field}>
			<span className={form.label}>{t(`block.${name}`)}</span>
			<select name={name} className={form.control} defaultValue={typed ?? chosen}>
				{times.map((time) => (
					<option key={time}>{time}</option>
				))}
			</select>
		</label>
	)
}

/**
 * The offers after a refused block: links to the bookings in its way, and buttons that leave out their days or take a
 * free time.
 */
function WaysOn({ answer: { bookings, free, isOnSome } }: { answer: NonNullable<Answer> }) {
	const { t } = useDeskI18n()
	return (
		<div className={row}>
			{bookings.map(({ number, name }) => (
				<LinkButton key={number} look="line" to={`/bookings/${number}`}>
					{t('block.toBooking', { name })}
				</LinkButton>
			))}
			{isOnSome && (
				<Button look="calm" name="leavesOut" value="1">
					{t('block.leaveOut')}
				</Button>
			)}
			{free.map(({ from, until }) => (
				<Button key={from} look="calm" name="instead" value={`${from}-${until}`}>
					{t('block.instead', { from, until })}
				</Button>
			))}
		</div>
	)
}
