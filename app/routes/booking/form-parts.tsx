import type { ReactNode } from 'react'

import type { Field } from '#app/forms/form.ts'
import { ForAll } from '#app/forms/group-choice.tsx'
import { GroupItems } from '#app/forms/group-items.tsx'
import { Messages } from '#app/forms/messages.tsx'
import * as rows from '#app/forms/number-row.css.ts'
import { NumberRow } from '#app/forms/number-row.tsx'
import { SharedOut } from '#app/forms/shared-out.tsx'
import { Stepper } from '#app/forms/stepper.tsx'
import * as styles from '#app/routes/booking/change-form.css.ts'
import type { ChangeView, GroupFold, NumberView } from '#app/routes/booking/change-view.ts'
import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { button } from '#app/ui/button.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Sign } from '#app/ui/sign.tsx'

type PartProps = { view: ChangeView; words: ChangeWords; field: (name: string) => Field }

/** The fields for the guests of each party and for the tickets, in the form of a change. */
export function Numbers({ view, words, field }: PartProps) {
	return (
		<>
			{view.parties.map((party) => (
				<section
					key={party.field}
					aria-labelledby={`${party.field}-title`}
					className={styles.guests}
				>
					<div className={styles.ask}>
						<h2 id={`${party.field}-title`} className={styles.question}>
							{words.guests}
							{view.parties.length > 1 && <small> {party.name}</small>}
						</h2>
						<Stepper
							field={field(party.field)}
							of={party.field}
							label={words.guests}
							min={party.min}
							max={999}
						/>
					</div>
					<p className={styles.bounds}>
						{party.bounds} {party.was && <Badge>{party.was}</Badge>}
					</p>
					{words.until && <p className={styles.note}>{words.until}</p>}
					<Messages id={field(party.field).errorId} messages={field(party.field).errors} />
				</section>
			))}
			{view.tickets.length > 0 && (
				<Panel title={words.tickets}>
					<Rows rows={view.tickets} field={field} />
					{words.until && <p className={styles.note}>{words.until}</p>}
				</Panel>
			)}
			{words.closed && (
				<div className={styles.closed}>
					<p>{words.closed.text}</p>
					<PhoneLink phone={words.closed.phone} className={button.ghost} />
				</div>
			)}
		</>
	)
}

/** The groups of a package's choices and the extras, each in a fold whose summary says what is chosen. */
export function Folds({ view, words, field }: PartProps) {
	const { groups, extras } = view
	if (groups.length === 0 && !extras) return null
	return (
		<section aria-label={words.choices} className={styles.folds}>
			{groups.map((fold, index) => (
				<GroupDetails
					key={`${fold.position}.${fold.group.id}`}
					fold={fold}
					field={field}
					isFirst={index === 0}
				/>
			))}
			{extras && (
				<details open={extras.isOpen} className={styles.fold}>
					<summary className={styles.summary}>
						<span className={styles.title}>
							{words.extras}
							<small>{extras.answer}</small>
						</span>
					</summary>
					<Rows rows={extras.rows} field={field} />
				</details>
			)}
		</section>
	)
}

type GroupDetailsProps = { fold: GroupFold; field: (name: string) => Field; isFirst: boolean }

function GroupDetails({ fold, field, isFirst }: GroupDetailsProps) {
	const { position, group, answer, state, isMissing, isOpen, was } = fold
	// The fields `choices.theme` and `pieces.cake` of a package are named with its position here: `choices.2.theme`.
	const own = (name: string) => field(name.replace('.', `.${position}.`))
	return (
		<details open={isOpen} id={isFirst ? 'choices' : undefined} className={styles.fold}>
			<summary className={styles.summary}>
				<span className={styles.title}>
					{group.title}
					<small>{answer}</small>
				</span>
				{state && (
					<span className={isMissing ? styles.missing : styles.complete}>
						{!isMissing && <Sign name="check" className={styles.sign} />}
						{state}
					</span>
				)}
			</summary>
			<SharedOut group={group} className={styles.group}>
				<legend className={visuallyHidden}>{group.title}</legend>
				<ForAll group={group} />
				<GroupItems group={group} field={own} place="fold" was={was} isStepped />
			</SharedOut>
		</details>
	)
}

function Rows({
	rows: own,
	field,
}: {
	rows: readonly NumberView[]
	field: (name: string) => Field
}) {
	return (
		<ul role="list" className={rows.rows}>
			{own.map(({ field: of, name, picture, note, was, max }) => (
				<li key={of}>
					<NumberRow
						id={`row-${of}`}
						of={of}
						name={name}
						picture={picture}
						note={
							<>
								{note} {was && <Badge>{was}</Badge>}
							</>
						}
						max={max}
						field={field(of)}
					/>
				</li>
			))}
		</ul>
	)
}

/**
 * The booked products that are no longer sold, each with a checkbox that takes it out. An unticked box sends the booked
 * number.
 */
export function Gone({ view, words }: PartProps) {
	return (
		<Panel title={words.gone}>
			<p className={styles.note}>{words.goneText}</p>
			{view.gone.map(({ field, name, isOut, number }) => (
				<label key={field} className={styles.tick}>
					<input
						type="checkbox"
						name={field}
						value="0"
						defaultChecked={isOut}
						className={styles.box}
					/>
					<input type="hidden" name={field} value={number} />
					{name}
				</label>
			))}
		</Panel>
	)
}

type FoldProps = { title: string; isOpen: boolean; children: ReactNode }

export function Fold({ title, isOpen, children }: FoldProps) {
	return (
		<details open={isOpen} className={styles.texts}>
			<summary className={styles.summary}>
				<span className={styles.title}>{title}</span>
			</summary>
			{children}
		</details>
	)
}
