import { CartForm } from '#app/forms/cart-form.tsx'
import { QuantityField } from '#app/forms/stepper.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { DeselectForm } from '#app/routes/shop/numbers/deselect-form.tsx'
import * as styles from '#app/routes/shop/numbers/gifts.css.ts'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** The panel of gift vouchers for sale. They need no day, and are sold beside a visit or alone. */
export function Gifts({ gifts }: { gifts: readonly ExtraView[] }) {
	const { t } = useI18n()
	if (gifts.length === 0) return null
	return (
		<Panel
			id="gifts"
			className={styles.gifts}
			title={t('shop.steps.gifts')}
			aria-label={t('shop.steps.gifts')}
		>
			<GiftList gifts={gifts} />
			<p className={styles.terms}>{t('shop.gifts.terms')}</p>
		</Panel>
	)
}

function GiftList({ gifts }: { gifts: readonly ExtraView[] }) {
	return (
		<ul role="list" className={styles.list}>
			{gifts.map((gift) => (
				<li key={gift.id}>
					<Gift gift={gift} />
				</li>
			))}
		</ul>
	)
}

function Gift({ gift }: { gift: ExtraView }) {
	const { t, locale } = useI18n()
	const { id, name, summary, picture, price, inCart, lineId, validMonths } = gift
	const titleId = `${id}-title`
	return (
		<article
			id={id}
			aria-labelledby={titleId}
			className={inCart > 0 ? styles.chosenGift : styles.gift}
		>
			<Picture src={picture} width={80} height={50} alt="" className={styles.picture} />
			<div className={styles.words}>
				<h3 id={titleId} className={styles.title}>
					{/* A no-break space keeps an amount and its sign together. */}
					{name.replaceAll(' €', '\u00a0€')}
				</h3>
				<Flags {...gift} />
				<p className={styles.summary}>
					<KeptTogether text={summary} />
				</p>
				{price !== null && (
					<p className={styles.price}>
						{euros(price, locale)} <small>{t('shop.card.perPiece')}</small>
						<Shipping {...gift} />
					</p>
				)}
				{validMonths !== null && (
					<p className={styles.summary}>{t('shop.gifts.valid', { count: validMonths })}</p>
				)}
			</div>
			<div className={styles.action}>
				<AddForm gift={gift} titleId={titleId} />
				{lineId !== null && <DeselectForm id={id} lineId={lineId} titleId={titleId} />}
			</div>
		</article>
	)
}

/** Shows the price of shipping, beside the price of the gift voucher (PAngV § 6 (2)). */
function Shipping({ shipping }: Pick<ExtraView, 'shipping'>) {
	const { t, locale } = useI18n()
	if (!shipping) return null
	return (
		<>
			<br />
			<small>{t('shop.gifts.shipping', { price: euros(shipping, locale) })}</small>
		</>
	)
}

function Flags({ popular, inCart }: Pick<ExtraView, 'popular' | 'inCart'>) {
	const { t } = useI18n()
	if (!popular && inCart === 0) return null
	return (
		<p className={styles.flags}>
			{popular && <Badge variant="popular">{t('shop.card.popular')}</Badge>}
			{inCart > 0 && <Badge>{t('shop.card.inCart', { count: inCart })}</Badge>}
		</p>
	)
}

/**
 * A form that sends the total number of gift vouchers, so that pressing it twice adds one (faults N26). Once some are
 * in the cart, a changed number saves itself and the button says how many there are.
 */
function AddForm({ gift, titleId }: { gift: ExtraView; titleId: string }) {
	const { t } = useI18n()
	const { id, name, max, min, inCart } = gift
	const quantity = `quantities.${id}`
	return (
		<CartForm
			id={`add-${id}`}
			anchor={id}
			saved={{ [quantity]: String(inCart || min) }}
			className={styles.form}
			quick={inCart > 0}
		>
			{({ pending, field }) => (
				<>
					<QuantityField
						field={field(quantity)}
						label={t('cart.quantityOf', { product: name })}
						min={min}
						max={max}
						hideLabel
					/>
					<Button
						name="intent"
						value="set"
						variant="ghost"
						pending={pending}
						aria-describedby={titleId}
						className={styles.button}
					>
						{inCart > 0 ? <InCart count={inCart} /> : t('shop.card.add')}
					</Button>
				</>
			)}
		</CartForm>
	)
}

/**
 * The label of the button once gift vouchers are in the cart: how many there are, or without scripts, where the button
 * saves the number, that it is changed.
 */
function InCart({ count }: { count: number }) {
	const { t } = useI18n()
	return (
		<>
			<span className={styles.scripted}>
				<Sign name="check" className={styles.check} /> {t('shop.card.inCart', { count })}
			</span>
			<span className={styles.plain}>{t('cartPanel.changeQuantity')}</span>
		</>
	)
}
