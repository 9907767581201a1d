import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { BookingRow, Extra, Portion, RoomTime } from '#app/models/day-sheet/rows.ts'
import { euros } from '#app/models/money.ts'
import { formatDay, formatTime, formatTimes } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/today.css.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { Icon } from '#desk/ui/icon.tsx'
import { large, tag, unbroken, unseen } from '#desk/ui/words.css.ts'

/** The contents of a table's cell for the time of a booking: its beginning, large, and its end. */
export function TimeCell({ startsAt, endsAt }: Pick<BookingRow, 'startsAt' | 'endsAt'>) {
	const { t, locale } = useDeskI18n()
	if (!startsAt) return null
	return (
		<>
			<span className={large}>{formatTime(startsAt, locale)}</span>
			{endsAt && (
				<>
					<br />
					<small className={unbroken}>
						{t('today.table.until', { time: formatTime(endsAt, locale) })}
					</small>
				</>
			)}
		</>
	)
}

/** The contents of a table's cell for the rooms of a party, each with its times. */
export function RoomCell({ rooms }: { rooms: RoomTime[] }) {
	const { locale } = useDeskI18n()
	return rooms.map(({ name, from, until }, index) => (
		<span key={`${name.de} ${from.valueOf()}`}>
			{index === 0 ? <b>{roomName(name.de, inLocale(name, locale))}</b> : inLocale(name, locale)}{' '}
			<small className={unbroken}>{formatTimes(from, until, locale)}</small> <br />
		</span>
	))
}

/**
 * Returns the short name of a party room: at the desk 'Partyraum Mars' is called 'Mars'. `german` is its German name.
 */
export function roomName(german: string, name: string): string {
	return german.startsWith('Partyraum ') ? name.replace(/^(?:Partyraum|Party room) /, '') : name
}

/**
 * The contents of a table's cell for the kitchen: allergies first, then the food, then what else was ordered and
 * answered.
 */
export function NotesCell({ row }: { row: BookingRow }) {
	const { t, locale } = useDeskI18n()
	const { warnings, notes, food, answers, extras, booked } = row
	const rest = [
		...notes,
		...answers.map(({ text }) => t('frame.quoted', { text })),
		...booked.slice(1).map((portion) => portionWords(portion, locale)),
		...extras.map((extra) => extraWords(extra, locale)),
	]
	return (
		<div className={styles.notes}>
			{warnings.map((warning) => (
				<span key={warning} className={tag.warning}>
					<Icon name="warning" />
					{warning}
				</span>
			))}
			{food.length > 0 && (
				<span>{food.map((portion) => portionWords(portion, locale)).join(', ')}</span>
			)}
			{rest.length > 0 && <small>{rest.join(' · ')}</small>}
		</div>
	)
}

/** Returns a product and its number in words: '5 Pizza-Planet'. */
export function portionWords({ quantity, title }: Portion, locale: Locale): string {
	return `${quantity} ${inLocale(title, locale)}`
}

export function extraWords({ at, ...portion }: Extra, locale: Locale): string {
	const words = portionWords(portion, locale)
	return at ? `${words} ${formatTime(at, locale)}` : words
}

/** The contents of a booking's last cell: a button that leads to the form of its rest, or how the booking was paid. */
export function StepCell({
	row,
	look,
}: {
	row: Pick<BookingRow, 'number' | 'called' | 'left' | 'paid'>
	look: 'now' | 'calm'
}) {
	const { t, locale } = useDeskI18n()
	const { number, called, left, paid } = row
	if (!paid) {
		return (
			<LinkButton look={look} to={`/bookings/${number}/rest#form`}>
				{t('today.step.rest', { amount: euros(left, locale) })}
				<span className={unseen}> {t('today.step.note', { name: called })}</span>
			</LinkButton>
		)
	}
	return <small>{paidWords(paid, locale, t)}</small>
}

function paidWords(
	{ how, at }: NonNullable<BookingRow['paid']>,
	locale: Locale,
	t: ReturnType<typeof useDeskI18n>['t'],
): string {
	const when = at && `${formatDay(at, locale, 'numeric')} ${formatTime(at, locale)}`
	return t(`today.step.${how}`, { at: when ?? '' }).trim()
}
