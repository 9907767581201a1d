import type { Field } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { NumberRow } from '#app/routes/shop/number-row.tsx'
import * as styles from '#app/routes/shop/number-row.css.ts'
import type { ExtraView } from '#app/routes/shop/offer-view.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type ExtraRowsProps = {
	extras: readonly ExtraView[]
	field: (id: string) => Field
	/** For another day than the cart's: nothing can be added. */
	isFixed: boolean
	isOpen?: boolean
}

/** What else, folded below what it belongs to; unfolded where some of it is chosen. */
export function ExtraRows({ extras, field, isFixed, isOpen = false }: ExtraRowsProps) {
	const { t } = useI18n()
	if (extras.length === 0) return null
	const first = extras.toSorted((one, other) => rank(one) - rank(other))
	return (
		<details
			open={isOpen || extras.some(({ inCart }) => inCart > 0)}
			id="extras"
			className={styles.fold}
		>
			<summary className={styles.summary}>
				<span>{t('shop.extras.title')}</span>
				<span className={styles.summaryNote}>
					{first
						.slice(0, 3)
						.map(({ name }) => name)
						.join(', ')}
				</span>
			</summary>
			<ul role="list" className={styles.rows}>
				{first.map((extra) => (
					<li key={extra.id}>
						<Extra extra={extra} field={field} isFixed={isFixed} />
					</li>
				))}
			</ul>
		</details>
	)
}

/** What most people take stands first. */
function rank({ popular, mandatory, inCart }: ExtraView): number {
	return [inCart > 0, mandatory, popular].findIndex(Boolean) + 1 || 9
}

function Extra({
	extra,
	field,
	isFixed,
}: Pick<ExtraRowsProps, 'field' | 'isFixed'> & { extra: ExtraView }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const { id, name, summary, picture, mandatory, due, price, max, missing, blockedBy } = extra
	const isOff = isFixed || ((blockedBy !== null || missing.length > 0) && extra.here === 0)
	return (
		<NumberRow
			id={id}
			name={name}
			picture={picture}
			max={max}
			field={isOff ? null : field(id)}
			note={
				<>
					{summary}{' '}
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
					<Sentence of={{ key: 'errors.deselectOther' }} />: {blockedBy.name}
				</p>
			)}
			{!blockedBy && missing.length > 0 && (
				<p>{t('shop.card.missing', { names: missing.join(', ') })}</p>
			)}
		</NumberRow>
	)
}
