import { useState } from 'react'

import type { Field } from '#app/forms/form.ts'
import * as styles from '#app/forms/number-row.css.ts'
import { NumberRow } from '#app/forms/number-row.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Pieces } from '#app/models/offer/take.ts'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { KeptItem } from '#app/ui/kept-item.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type ExtraRowsProps = {
	extras: readonly ExtraView[]
	/**
	 * Returns the field of an extra; null where the page shows another day than the cart's, so that nothing can be added.
	 */
	field: (id: string) => Field | null
	/** The quantities that are typed or in the cart, by product id. */
	numbers: Pieces
}

/** The number of popular extras that are shown outside the fold. */
const fewest = 2

/**
 * The rows of extras: chosen and popular ones open, the others folded under the venue's titles. Those that are open at
 * first stay open, so that no row moves while the page is used (faults N44).
 */
export function ExtraRows({ extras, field, numbers }: ExtraRowsProps) {
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
					<Rows extras={open} field={field} />
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
							<Rows key="" extras={extras} field={field} />
						) : (
							<details key={title} className={styles.section}>
								<summary className={styles.summary}>
									<span>{title}</span>
									<span className={styles.summaryNote}>{namesOf(extras)}</span>
								</summary>
								<Rows extras={extras} field={field} />
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

/**
 * Groups extras by the title of their section, in the order of each title's first extra; those without a title come
 * first.
 */
function sectionsOf(extras: readonly ExtraView[]) {
	const titles = [...new Set([null, ...extras.map(({ section }) => section)])]
	return titles
		.map((title) => ({ title, extras: extras.filter(({ section }) => section === title) }))
		.filter(({ extras }) => extras.length > 0)
}

function Rows({ extras, field }: Pick<ExtraRowsProps, 'extras' | 'field'>) {
	return (
		<ul role="list" className={styles.rows}>
			{extras.map((extra) => (
				<KeptItem
					key={extra.id}
					of={Extra}
					props={{ extra, field: isOff(extra) ? null : field(extra.id) }}
				/>
			))}
		</ul>
	)
}

/** Returns the sort key of an extra: 1 for a popular one, 2 for one needed at the venue, 8 for any other. */
function rank({ popular, mandatory }: ExtraView): number {
	return [popular, mandatory].findIndex(Boolean) + 1 || 8
}

/** True when an extra cannot be added; false for one in the cart, so that it can be removed. */
function isOff({ missing, blockedBy, phone, here }: ExtraView): boolean {
	return (blockedBy !== null || missing.length > 0 || phone !== null) && here === 0
}

/** The row of an extra with its price and number; `field` is null when the extra cannot be added. */
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
				price !== null && (
					<span className={styles.price}>
						{euros(price, locale)}
						{due === 'onSite' && ` ${t('shop.card.paidOnSite')}`}
					</span>
				)
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
