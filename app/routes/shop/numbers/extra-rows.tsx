import { useState } from 'react'

import type { Field } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Numbers } from '#app/models/offer/take.ts'
import * as styles from '#app/routes/shop/numbers/number-row.css.ts'
import { NumberRow } from '#app/routes/shop/numbers/number-row.tsx'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { KeptPart } from '#app/ui/kept-part.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type ExtraRowsProps = {
	extras: readonly ExtraView[]
	field: (id: string) => Field
	/** For another day than the cart's: nothing can be added. */
	isFixed: boolean
	/** What is typed or lies in the cart. */
	numbers: Numbers
}

/** How many of what most people take stand open. */
const fewest = 2

/**
 * What else, below what it belongs to: what is chosen and what most people take open, the others folded, under the
 * titles that the venue gives them.
 */
export function ExtraRows(props: ExtraRowsProps) {
	if (props.extras.length === 0) return null
	return (
		<KeptPart of={import.meta.env.SSR ? seenOf(props) : null}>
			<AllRows {...props} />
		</KeptPart>
	)
}

/** All that is seen of them. Of what lies in the cart, rows say how many it is and not which line. */
function seenOf({ extras, field, isFixed, numbers }: ExtraRowsProps) {
	const things = extras.map((extra) => ({ ...extra, lineId: null }))
	const fields = extras.map(({ id }) => [numbers[id], field(id).initialValue, field(id).errors])
	return ['extras', things, fields, field('').id, isFixed]
}

/** No row moves while the page is used: what stands open at first stays there, chosen or not (faults N44). */
function AllRows({ extras, field, isFixed, numbers }: ExtraRowsProps) {
	const { t } = useI18n()
	const sorted = extras.toSorted((one, other) => rank(one) - rank(other))
	const [first] = useState(() => {
		const popular = sorted.filter((extra) => extra.popular && !isOff(extra)).slice(0, fewest)
		const chosen = sorted.filter(({ id }) => (numbers[id] ?? 0) > 0)
		return new Set([...popular, ...chosen].map(({ id }) => id))
	})
	const open = sorted.filter(({ id }) => first.has(id))
	const folded = sorted.filter(({ id }) => !first.has(id))
	return (
		<div id="extras" className={styles.extras}>
			{open.length > 0 && (
				<>
					<p className={styles.extrasTitle}>{t('shop.extras.popular')}</p>
					<Rows extras={open} field={field} isFixed={isFixed} />
				</>
			)}
			{folded.length > 0 && (
				<details className={styles.fold}>
					<summary className={styles.summary}>
						<span>{t('shop.extras.title')}</span>
						<span className={styles.summaryNote}>{namesOf(folded)}</span>
					</summary>
					{sectionsOf(folded).map(({ title, extras }) =>
						title === null ? (
							<Rows key="" extras={extras} field={field} isFixed={isFixed} />
						) : (
							<details key={title} className={styles.section}>
								<summary className={styles.summary}>
									<span>{title}</span>
									<span className={styles.summaryNote}>{namesOf(extras)}</span>
								</summary>
								<Rows extras={extras} field={field} isFixed={isFixed} />
							</details>
						),
					)}
				</details>
			)}
		</div>
	)
}

function namesOf(extras: readonly ExtraView[]): string {
	return extras
		.slice(0, 3)
		.map(({ name }) => name)
		.join(', ')
}

/** In the order in which their first extra stands; those without a title stand open above the others. */
function sectionsOf(extras: readonly ExtraView[]) {
	const titles = [...new Set([null, ...extras.map(({ section }) => section)])]
	return titles
		.map((title) => ({ title, extras: extras.filter(({ section }) => section === title) }))
		.filter(({ extras }) => extras.length > 0)
}

function Rows({ extras, field, isFixed }: Pick<ExtraRowsProps, 'extras' | 'field' | 'isFixed'>) {
	return (
		<ul role="list" className={styles.rows}>
			{extras.map((extra) => {
				const row = rowOf(extra, isFixed || isOff(extra) ? null : field(extra.id))
				return (
					<li key={extra.id}>
						<KeptPart of={['extra', row]}>
							<Extra {...row} />
						</KeptPart>
					</li>
				)
			})}
		</ul>
	)
}

/** What most people take first, then what is needed at the venue. */
function rank({ popular, mandatory }: ExtraView): number {
	return [popular, mandatory].findIndex(Boolean) + 1 || 8
}

/** What is missing or in the way; what lies in the cart can be taken out all the same. */
function isOff({ missing, blockedBy, phone, here }: ExtraView): boolean {
	return (blockedBy !== null || missing.length > 0 || phone !== null) && here === 0
}

/** What is seen of it; a server that keeps it as a part leaves out all else. `field` null: it cannot be had. */
function rowOf(extra: ExtraView, field: Field | null): ExtraRow {
	const blockedBy = extra.blockedBy?.name ?? null
	return { ...(import.meta.env.SSR ? asGiven(extra) : extra), blockedBy, field }
}

function asGiven(extra: ExtraView): Given {
	const { id, name, summary, picture, mandatory, due, price, max, missing, phone } = extra
	return { id, name, summary, picture, mandatory, due, price, max, missing, phone }
}

type Given = Pick<
	ExtraView,
	| 'id'
	| 'name'
	| 'summary'
	| 'picture'
	| 'mandatory'
	| 'due'
	| 'price'
	| 'max'
	| 'missing'
	| 'phone'
>
type ExtraRow = Given & { blockedBy: string | null; field: Field | null }

function Extra(row: ExtraRow) {
	const { t, locale } = useI18n()
	const {
		id,
		name,
		summary,
		picture,
		mandatory,
		due,
		price,
		max,
		missing,
		blockedBy,
		phone,
		field,
	} = row
	return (
		<NumberRow
			id={id}
			name={name}
			picture={picture}
			max={max}
			field={field}
			about={summary}
			note={
				<>
					{price !== null && (
						<span className={styles.price}>
							{euros(price, locale)}
							{due === 'onSite' && ` ${t('shop.card.paidOnSite')}`}
						</span>
					)}
				</>
			}
		>
			{mandatory && (
				<p>
					<Badge variant="warning">{t('shop.card.mandatoryOnSite')}</Badge>
				</p>
			)}
			{blockedBy && (
				<p>
					<Sentence of={{ key: 'errors.deselectOther' }} />: {blockedBy}
				</p>
			)}
			{!blockedBy && missing.length > 0 && (
				<p>{t('shop.card.missing', { names: missing.join(', ') })}</p>
			)}
			{phone !== null && <p>{t('shop.card.byPhoneAt', { phone })}</p>}
		</NumberRow>
	)
}
