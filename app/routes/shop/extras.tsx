import { CartForm } from '#app/forms/cart-form.tsx'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { ExtraView } from '#app/routes/shop/offer-view.ts'
import { DeselectForm } from '#app/routes/shop/deselect-form.tsx'
import * as styles from '#app/routes/shop/extras.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type ExtrasProps = { extras: readonly ExtraView[]; changeDayPath: string | null }

/** Question 4: what else. What most people take stands first; the rest is one tap away. */
export function Extras({ extras, changeDayPath }: ExtrasProps) {
	const { t } = useI18n()
	const first = extras.filter(isFirst)
	const more = extras.filter((extra) => !isFirst(extra))
	if (extras.length === 0) return null
	return (
		<Panel
			id="extras"
			number={4}
			title={t('shop.steps.extras')}
			aria-label={t('shop.steps.extras')}
		>
			<ExtraList extras={first} changeDayPath={changeDayPath} />
			{more.length > 0 && (
				<details className={styles.more}>
					<summary className={styles.summaryLine}>
						{t('shop.extras.more', { count: more.length })}
					</summary>
					<ExtraList extras={more} changeDayPath={changeDayPath} />
				</details>
			)}
		</Panel>
	)
}

function isFirst({ popular, mandatory, inCart }: ExtraView): boolean {
	return popular || mandatory || inCart > 0
}

/** They need no day: they can be bought beside a visit or alone. */
export function Gifts({ gifts }: { gifts: readonly ExtraView[] }) {
	const { t } = useI18n()
	if (gifts.length === 0) return null
	return (
		<Panel id="gifts" title={t('shop.steps.gifts')} aria-label={t('shop.steps.gifts')}>
			<ExtraList extras={gifts} changeDayPath={null} />
		</Panel>
	)
}

function ExtraList({ extras, changeDayPath }: ExtrasProps) {
	return (
		<ul role="list" className={styles.list}>
			{extras.map((extra) => (
				<li key={extra.id}>
					<Extra extra={extra} changeDayPath={changeDayPath} />
				</li>
			))}
		</ul>
	)
}

function Extra({ extra, changeDayPath }: { extra: ExtraView; changeDayPath: string | null }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const { id, name, summary, picture, popular, mandatory, due, price, inCart, missing, blockedBy } =
		extra
	const titleId = `${id}-title`
	return (
		<article
			id={id}
			aria-labelledby={titleId}
			className={inCart > 0 ? styles.chosenExtra : styles.extra}
		>
			<Picture src={picture} width={640} height={400} alt="" className={styles.picture} />
			<div className={styles.words}>
				<h3 id={titleId} className={styles.title}>
					{name}
				</h3>
				<Flags popular={popular} mandatory={mandatory} inCart={inCart} />
				<p className={styles.summary}>{summary}</p>
				{price !== null && (
					<p className={styles.price}>
						{euros(price, locale)}{' '}
						<small>
							{t('shop.card.perPiece')}, {t('shop.card.vatIncluded')}
							{due === 'onSite' && ` · ${t('shop.card.paidOnSite')}`}
						</small>
					</p>
				)}
			</div>
			<div className={styles.action}>
				{blockedBy && (
					<p className={styles.sentence}>
						<Sentence of={{ key: 'errors.deselectOther' }} />: {blockedBy.name}
					</p>
				)}
				{!blockedBy && missing.length > 0 && (
					<p className={styles.sentence}>{t('shop.card.missing', { names: missing.join(', ') })}</p>
				)}
				{!blockedBy && missing.length === 0 && (
					<Wish extra={extra} titleId={titleId} changeDayPath={changeDayPath} />
				)}
			</div>
		</article>
	)
}

function Flags({
	popular,
	mandatory,
	inCart,
}: Pick<ExtraView, 'popular' | 'mandatory' | 'inCart'>) {
	const { t } = useI18n()
	if (!popular && !mandatory && inCart === 0) return null
	return (
		<p className={styles.flags}>
			{mandatory && <Badge variant="warning">{t('shop.card.mandatoryOnSite')}</Badge>}
			{popular && <Badge variant="popular">{t('shop.card.popular')}</Badge>}
			{inCart > 0 && <Badge>{t('shop.card.inCart', { count: inCart })}</Badge>}
		</p>
	)
}

type WishProps = { extra: ExtraView; titleId: string; changeDayPath: string | null }

function Wish({ extra, titleId, changeDayPath }: WishProps) {
	const { t } = useI18n()
	const { id, max, lineId } = extra
	if (lineId !== null && max === 1)
		return <DeselectForm id={id} lineId={lineId} titleId={titleId} />
	if (changeDayPath) {
		return (
			<LinkButton variant="quiet" to={changeDayPath} aria-describedby={titleId}>
				{t('shop.otherDay.change')}
			</LinkButton>
		)
	}
	return (
		<>
			<AddForm extra={extra} titleId={titleId} />
			{lineId !== null && <DeselectForm id={id} lineId={lineId} titleId={titleId} />}
		</>
	)
}

function AddForm({ extra, titleId }: Omit<WishProps, 'changeDayPath'>) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const { id, kind, name, max, min } = extra
	return (
		<CartForm
			id={`add-${id}`}
			anchor={id}
			saved={{ quantity: String(min) }}
			className={styles.form}
		>
			{({ pending, field }) => (
				<>
					<input type="hidden" name="product" value={id} />
					{kind === 'addon' && <input type="hidden" name="day" value={asked.day} />}
					{max === 1 ? (
						<input type="hidden" name="quantity" value={1} />
					) : (
						<QuantityField
							field={field('quantity')}
							label={t('cart.quantityOf', { product: name })}
							min={min}
							max={max}
							hideLabel
						/>
					)}
					<Button
						name="intent"
						value="add"
						variant="ghost"
						pending={pending}
						aria-describedby={titleId}
						className={styles.button}
					>
						{t(max === 1 ? 'shop.card.choose' : 'shop.card.add')}
					</Button>
				</>
			)}
		</CartForm>
	)
}
