import { Form } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import type { DayChange } from '#app/models/day-sheet/changes.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskWords } from '#desk/i18n/words.ts'
import { Button } from '#desk/ui/button.tsx'
import { log } from '#desk/ui/facts.css.ts'
import { fold } from '#desk/ui/panel.css.ts'

type ChangesProps = {
	day: Day
	changes: DayChange[]
	since: Date
	at: Date
	/** The names of the members of staff among the authors, by the text `staff:<id>`. */
	names: Record<string, string>
}

/**
 * The folded list of a day's changes since the morning that this member of staff has not read; nothing when all are
 * read.
 */
export function Changes({ day, changes, since, at, names }: ChangesProps) {
	const words = useDeskI18n()
	const { t } = words
	const unread = changes.filter(({ isRead }) => !isRead)
	const [newest] = unread
	if (!newest) return null
	return (
		<details data-screen-only className={fold}>
			<summary>
				{t('today.changes.count', { count: unread.length, since: sinceWords(since, at, words) })}{' '}
				<small>{unread.map((change) => shortly(change, words)).join(' · ')}</small>
			</summary>
			<div>
				<ChangeLog changes={unread} names={names} />
				<Form method="post" action={`/day/${day}/read`} preventScrollReset>
					<Button look="calm" name="upTo" value={newest.id}>
						{t('today.changes.noteRead')}
					</Button>
				</Form>
			</div>
		</details>
	)
}

/** The list of a day's changes with their authors, the newest first. */
export function ChangeLog({ changes, names }: Pick<ChangesProps, 'changes' | 'names'>) {
	const words = useDeskI18n()
	const { locale } = words
	return (
		<ol role="list" className={log}>
			{changes.map((change) => (
				<li key={change.id}>
					<time dateTime={change.at.toISOString()}>{formatTime(change.at, locale)}</time>
					<span>
						<b>{shortly(change, words)}.</b>
						{change.reason && ` ${change.reason}`}
						<br />
						<small>{authorOf(change, names, words)}</small>
					</span>
				</li>
			))}
		</ol>
	)
}

/** Names the morning since which changes are listed: before 8 o'clock it is that of yesterday. */
export function sinceWords(since: Date, at: Date, { t, locale }: DeskWords): string {
	const isOfToday = formatDay(since, locale) === formatDay(at, locale)
	return t(isOfToday ? 'today.changes.morning' : 'today.changes.yesterday')
}

function shortly(change: DayChange, words: DeskWords): string {
	const { name, startsAt } = change
	const head = startsAt ? `${name}, ${formatTime(startsAt, words.locale)}` : name
	return `${head}: ${whatOf(change, words)}`
}

function whatOf(change: DayChange, words: DeskWords): string {
	const { t, locale } = words
	switch (change.kind) {
		case 'movedHere':
		case 'movedAway':
			return t(`today.changes.${change.kind}`, { day: formatDay(change.day, locale, 'short') })
		case 'movedTime': {
			const time = change.from ? formatTime(change.from, locale) : ''
			return [t('today.changes.movedTime', { time }), ...piecesOf(change.pieces, words)].join(', ')
		}
		case 'changed':
			return piecesOf(change.pieces, words).join(', ') || t('today.changes.changed')
		default:
			return t(`today.changes.${change.kind}`)
	}
}

type Pieces = Extract<DayChange, { kind: 'changed' }>['pieces']

function piecesOf(pieces: Pieces, { t, locale }: DeskWords): string[] {
	return pieces.map(({ title, before, after }) => {
		const key = before === 0 ? 'added' : 'removed'
		const values = { title: inLocale(title, locale), before, after }
		return t(`today.changes.${before > 0 && after > 0 ? 'pieces' : key}`, values)
	})
}

function authorOf({ who }: DayChange, names: Record<string, string>, { t }: DeskWords): string {
	const name = names[who]
	if (name) return name
	if (who === 'customer' || who === 'visitor') return t('today.by.customer')
	if (who === 'operator') return t('today.by.operator')
	return t(who.startsWith('staff:') ? 'today.by.gone' : 'today.by.shop')
}
