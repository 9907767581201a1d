import { useState } from 'react'

import type { Field } from '#app/forms/form.ts'
import * as styles from '#app/forms/number-row.css.ts'
import { NumberRow } from '#app/forms/number-row.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Numbers } from '#app/models/offer/take.ts'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { Badge } from '#app/ui/badge.tsx'
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
	return props.extras.length === 0 ? null : <AllRows {...props} />
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
			{extras.map((extra) => (
				<li key={extra.id}>
					<Extra extra={extra} field={isFixed || isOff(extra) ? null : field(extra.id)} />
				</li>
			))}
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

/** `field` null: it cannot be had. */
function Extra({ extra, field }: { extra: ExtraView; field: Field | null }) {
	const { t, locale } = useI18n()
	const { id, name, summary, picture, mandatory, due, price, max, missing, phone } = extra
	const blockedBy = extra.blockedBy?.name
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
