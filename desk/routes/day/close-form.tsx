import { useState } from 'react'
import { Form } from 'react-router'

import { cents, euros } from '#app/models/money.ts'
import type { Fate, Fates } from '#app/models/venue/override.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/close-form.css.ts'
import type { BookingView } from '#desk/routes/day/close-view.server.ts'
import { NamedBookings, Phones } from '#desk/routes/day/named-bookings.tsx'
import { row } from '#desk/ui/button.css.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as form from '#desk/ui/form.css.ts'
import { even, fold, stack } from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import { soft, unseen } from '#desk/ui/words.css.ts'

/**
 * The answer of a form that is shown again: what was typed, the complaints, and the ids of the orders that came since.
 */
type CloseAnswer = Complaints & { typed: TypedClosing | null; unseen: string[] }
export type TypedClosing = { reason: string; label: string; words: string; fate: Fates }

type FormProps = TimeProps &
	OutcomeProps & {
		latePayment: 'confirm' | 'refund'
		answer: CloseAnswer | undefined
		/** The id of the newest closing or reopening; empty for none. */
		seen: string
		isClosed: boolean
	}

/** The form that closes a day: what and why, whom it concerns, the words of the letters, what happens. */
export function CloseForm({ bookings, carts, latePayment, answer, ...what }: FormProps) {
	const { seen, isClosed } = what
	const { t } = useDeskI18n()
	const typed = answer?.typed
	const [chosen, choose] = useState<Record<string, Fate>>(() =>
		Object.fromEntries(bookings.map(({ orderId }) => [orderId, typed?.fate[orderId] ?? 'leave'])),
	)
	const [round, setRound] = useState(0)
	const fateOf: FateOf = (orderId) => chosen[orderId] ?? 'leave'
	return (
		<Form method="post" className={stack}>
			<button className={unseen} tabIndex={-1} aria-hidden="true" name="intent" value="sums">
				{t('close.sums')}
			</button>
			<input type="hidden" name="seen" value={seen} />
			{answer && <Problems of={answer.problems} />}
			<What {...what} typed={typed} at={answer?.at ?? {}} />
			<NamedBookings
				bookings={bookings}
				unseen={answer?.unseen ?? []}
				latePayment={latePayment}
				fateOf={fateOf}
				onChoose={(orderId, wanted) => choose((before) => ({ ...before, [orderId]: wanted }))}
				round={round}
				onChooseAll={(wanted) => {
					choose(Object.fromEntries(bookings.map(({ orderId }) => [orderId, wanted])))
					setRound((before) => before + 1)
				}}
			/>
			<div className={even}>
				<Words typed={typed} error={answer?.at['words']} />
				<Outcome bookings={bookings} carts={carts} fateOf={fateOf} dayName={what.dayName} />
			</div>
			<Calls bookings={bookings} fateOf={fateOf} isOpen={isClosed || bookings.length <= FEW} />
		</Form>
	)
}

type Typed = CloseAnswer['typed'] | undefined

type WhatProps = TimeProps & { typed: Typed; at: Complaints['at'] }

function What({ typed, at, day, from, times }: WhatProps) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('close.what')}>
			<div className={form.segments}>
				<LinkedTime day={day} from={from} times={times} />
			</div>
			<div className={form.wideFields}>
				<TextField
					name="reason"
					label={t('close.reason')}
					hint={t('close.reasonHint')}
					value={typed?.reason}
					max={200}
					error={at['reason']}
				/>
				<TextField
					name="label"
					label={t('close.label')}
					hint={t('close.labelHint')}
					value={typed?.label ?? t('close.labelUsual')}
					max={60}
					error={at['label']}
				/>
			</div>
		</Panel>
	)
}

function Words({ typed, error }: { typed: Typed; error: string | undefined }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('close.words')}>
			<div className={form.field}>
				<label htmlFor="words" className={form.label}>
					{t('close.wordsLabel')} <small className={form.hint}>{t('close.wordsHint')}</small>
				</label>
				<textarea
					id="words"
					name="words"
					rows={4}
					maxLength={1000}
					className={form.control}
					defaultValue={typed?.words}
					{...refusedField('words', error)}
				/>
				<FieldError id="words" error={error} />
			</div>
		</Panel>
	)
}

type TimeProps = { day: string; from: string | null; times: string[] }

/**
 * The links that choose whether all of the day closes or the time from an hour on; each leads to the page with that
 * choice.
 */
function LinkedTime({ day, from, times }: TimeProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<LinkButton
				look={from === null ? 'line' : 'calm'}
				to={`/day/${day}/close`}
				aria-current={from === null || undefined}
			>
				{t('close.wholeDay')}
			</LinkButton>
			{times.map((time) => (
				<LinkButton
					key={time}
					look={from === time ? 'line' : 'calm'}
					to={`/day/${day}/close?from=${time}`}
					aria-current={from === time || undefined}
				>
					{t('close.from', { time })}
				</LinkButton>
			))}
		</>
	)
}

type OutcomeProps = { bookings: BookingView[]; carts: number; dayName: string }
type FateOf = (orderId: string) => Fate

/**
 * The panel of what closing the day does: how many bookings are cancelled, moved and left, and how much goes back.
 * Without scripts its numbers are those of the last answer, and a button computes them anew.
 */
function Outcome({ bookings, carts, dayName, fateOf }: OutcomeProps & { fateOf: FateOf }) {
	const { t, locale } = useDeskI18n()
	const { cancelled, moved } = outcomeOf(bookings, fateOf)
	const mails = [...cancelled, ...moved].filter(({ hasMail }) => hasMail).length
	const back = cents(cancelled.reduce((sum, { paidCents }) => sum + paidCents, 0))
	const atTill = cents(cancelled.reduce((sum, { tillCents }) => sum + tillCents, 0))
	return (
		<Panel heading={t('close.outcome')}>
			<ul role="list">
				<li>{t('close.cancels', { count: cancelled.length, back: euros(back, locale) })}</li>
				{atTill > 0 && <li>{t('close.atTill', { amount: euros(atTill, locale) })}</li>}
				<li>{t('close.moves', { count: moved.length })}</li>
				<li>{t('close.stays', { count: bookings.length - cancelled.length - moved.length })}</li>
				<li>{t('close.mails', { count: mails })}</li>
				{carts > 0 && <li>{t('close.carts', { count: carts })}</li>}
			</ul>
			<noscript>
				<div className={row}>
					<Button look="calm" name="intent" value="sums">
						{t('close.sums')}
					</Button>
				</div>
			</noscript>
			<Button look="stop" full name="intent" value="close">
				{t('close.submit', { day: dayName })}
			</Button>
		</Panel>
	)
}

/**
 * The most bookings of a day for which the list of calls is unfolded before the day is closed. Above it the table of
 * bookings shows the first telephone number of each.
 */
const FEW = 12

type CallsProps = { bookings: BookingView[]; fateOf: FateOf; isOpen: boolean }

/** Lists the customers who get no mail, each with the numbers to call, before the day is closed and after it. */
function Calls({ bookings, fateOf, isOpen }: CallsProps) {
	const { t } = useDeskI18n()
	const { calls } = outcomeOf(bookings, fateOf)
	if (calls.length === 0) return null
	return (
		<Panel
			flush
			heading={t('close.calls', { count: calls.length })}
			aside={<span className={soft}>{t('close.callsWhy')}</span>}
		>
			<details className={fold} open={isOpen}>
				<summary>{t('close.callsNames')}</summary>
				<ul role="list" className={styles.calls}>
					{calls.map(({ orderId, time, name, customer, phones }) => (
						<li key={orderId}>
							<span>
								<b>{customer || name}</b> <small>{time}</small>
							</span>
							<span>
								<Phones phones={phones} />
							</span>
						</li>
					))}
				</ul>
			</details>
		</Panel>
	)
}

function outcomeOf(bookings: BookingView[], fateOf: FateOf) {
	const tickable = bookings.filter(({ isTickable }) => isTickable)
	const of = (wanted: Fate) => tickable.filter(({ orderId }) => fateOf(orderId) === wanted)
	const [cancelled, moved] = [of('cancel'), of('move')]
	const written = new Set([...cancelled, ...moved].filter(({ hasMail }) => hasMail))
	return { cancelled, moved, calls: bookings.filter((it) => !written.has(it)) }
}
