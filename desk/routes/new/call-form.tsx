import type { FocusEvent } from 'react'
import { Form } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { Agreed } from '#desk/routes/new/agreed.ts'
import { CallDetails } from '#desk/routes/new/call-details.tsx'
import { CallSums } from '#desk/routes/new/call-sums.tsx'
import type { CallView } from '#desk/routes/new/call-view.server.ts'
import * as own from '#desk/routes/new/new.css.ts'
import { Stepper } from '#desk/routes/new/stepper.tsx'
import { chip, chips } from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import * as fields from '#desk/ui/form.css.ts'
import * as panels from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

type FormProps = {
	view: CallView
	/** True when the form that was sent showed an earlier version of the call. */
	wasChanged: boolean
	/** The id of the cart that is made when a time is taken; null where the call has a cart. */
	newCart: string | null
	/** True when a time was taken for more guests than were asked for, because the product has a minimum. */
	isRaised: boolean
	agreed: Agreed
	/** The fields of a refused form, by name: what was typed as numbers stays in them. */
	typed: Readonly<Record<string, string>>
	problem: string | null
	at: Record<string, string>
	onFocus: (event: FocusEvent) => void
}

const kinds = ['party', 'play', 'place'] as const

/** The form of a call, in the order of the talk. Enter presses its first button, which stores what is typed. */
export function CallForm({ view, newCart, onFocus, ...answer }: FormProps) {
	const { t } = useDeskI18n()
	const { call } = view
	const { agreed, typed, problem, at } = answer
	return (
		<Form method="post" preventScrollReset className={panels.columns} onFocus={onFocus}>
			<button className={words.unseen} tabIndex={-1}>
				{t('phone.apply')}
			</button>
			<State call={call} newCart={newCart} />
			<div className={panels.stack}>
				<Notices {...answer} view={view} />
				<Panel heading={t('phone.when')}>
					<div className={fields.fields}>
						<div className={fields.field}>
							<label htmlFor="day" className={fields.label}>
								{t('phone.day')}
							</label>
							<select id="day" name="day" defaultValue={view.day} className={fields.control}>
								{view.days.map(({ day, name }) => (
									<option key={day} value={day}>
										{name}
									</option>
								))}
							</select>
						</div>
						<Stepper
							name="guests"
							label={t('phone.guests')}
							value={typed['guests'] ?? view.guests}
							error={at['guests']}
						/>
						<Durations durations={view.durations} />
						<div className={own.show}>
							<Button look="line" full>
								{t('phone.show')}
							</Button>
						</div>
						<div className={own.kinds}>
							{kinds.map((kind) => (
								<Button
									key={kind}
									name="kind"
									value={kind}
									look={kind === view.kind ? 'main' : 'line'}
									aria-pressed={kind === view.kind}
								>
									{t(`phone.kind.${kind}`)}
								</Button>
							))}
						</div>
					</div>
					<FreeTimes view={view} />
				</Panel>
				{call && <CallDetails call={call} at={at} agreed={agreed} typed={typed} />}
			</div>
			{call && <CallSums call={call} problem={problem} />}
		</Form>
	)
}

/**
 * The hidden fields that tell which version and sums of the call the page shows: the form changes and books no others.
 */
function State({ call, newCart }: Pick<CallView, 'call'> & Pick<FormProps, 'newCart'>) {
	return (
		<>
			{call && <input type="hidden" name="version" value={call.version} />}
			{call && <input type="hidden" name="shown" value={call.shown} />}
			{newCart && <input type="hidden" name="newCart" value={newCart} />}
		</>
	)
}

type NoticesProps = Pick<FormProps, 'view' | 'problem' | 'wasChanged' | 'isRaised'>

/**
 * The notices above a call: why the form was refused, that it was an older one, or that the guests were raised to the
 * minimum of the product.
 */
function Notices({ view: { call, guests }, problem, wasChanged, isRaised }: NoticesProps) {
	const { t } = useDeskI18n()
	return (
		<>
			{(problem || wasChanged) && (
				<p role="alert" className={words.note.no}>
					{problem ?? t('phone.changed')}
				</p>
			)}
			{isRaised && problem === null && call && (
				<p role="status" className={words.note.act}>
					{t('phone.raised', { name: call.title, count: guests })}
				</p>
			)}
		</>
	)
}

/** The field for the duration of a visit; nothing where no product has several. */
function Durations({ durations }: Pick<CallView, 'durations'>) {
	const { t } = useDeskI18n()
	if (durations.length === 0) return null
	return (
		<div className={fields.field}>
			<label htmlFor="duration" className={fields.label}>
				{t('phone.duration')}
			</label>
			<select
				id="duration"
				name="duration"
				defaultValue={durations.find(({ isChosen }) => isChosen)?.value}
				className={fields.control}
			>
				{durations.map(({ value, name }) => (
					<option key={value} value={value}>
						{name}
					</option>
				))}
			</select>
		</div>
	)
}

/** The free times of each product as buttons that wrap: no time is out of sight, however narrow the panel is. */
function FreeTimes({ view }: { view: CallView }) {
	const { t } = useDeskI18n()
	if (view.rows.length === 0) return <p>{t('phone.nothingFree')}</p>
	const isAnyByPhone = view.rows.some(({ cells }) => cells.some(({ isByPhone }) => isByPhone))
	return (
		<>
			<table role="table" className={`${table.table} ${table.cards} ${table.middle}`}>
				<caption className={words.unseen}>{t('phone.freeFor', { count: view.guests })}</caption>
				<tbody role="rowgroup">
					{view.rows.map(({ id, name, price, cells }) => (
						<tr key={id} role="row">
							<th role="rowheader" scope="row" className={table.whole}>
								{name} <small>{price}</small>
							</th>
							<td role="cell" className={table.whole}>
								{cells.length === 0 ? (
									<small>{t('phone.full')}</small>
								) : (
									<div className={chips}>
										{cells.map((cell) => (
											<FreeTime key={cell.take} cell={cell} />
										))}
									</div>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
			{isAnyByPhone && <p className={words.soft}>{t('phone.byPhoneOnly')}</p>}
		</>
	)
}

type Cell = CallView['rows'][number]['cells'][number]

function FreeTime({ cell }: { cell: Cell }) {
	const { t } = useDeskI18n()
	const { take, time, room, left, isAsked, isChosen, isByPhone } = cell
	const where = room ?? (left === null ? t('phone.chosen') : t('phone.left', { count: left }))
	return (
		<button name="take" value={take} className={isAsked ? own.asked : chip} aria-pressed={isChosen}>
			{isAsked && <span className={words.unseen}>{t('phone.asked')} </span>}
			{time}
			{isByPhone && '*'}
			<span className={own.where}>{where}</span>
		</button>
	)
}
