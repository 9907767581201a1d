import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import * as styles from '#app/routes/shop/thing/things.css.ts'
import type { Instead, OfferView } from '#app/routes/shop/view/offer-view.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { visuallyHidden } from '#app/ui/page.css.ts'

type InsteadOfProps = { offer: Pick<OfferView, 'id' | 'min'>; instead: Instead }

/**
 * The button that books this party instead of the one in the cart: at once where it can be had at that time for as many
 * guests, else after a time is chosen. The other party stays in the cart until this one is reserved (faults N41).
 */
export function InsteadOf({ offer: { id, min }, instead }: InsteadOfProps) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const linkTo = useSearchLink('when')
	const { lineId, name, quantity, isAtOnce } = instead
	const about = { 'aria-describedby': `${id}-title ${id}-instead` }
	return (
		<div className={styles.instead}>
			{isAtOnce ? (
				<CartForm id={`instead-${id}`} anchor="choices">
					{({ pending }) => (
						<>
							<input type="hidden" name="product" value={id} />
							<input type="hidden" name="day" value={asked.day} />
							<input type="hidden" name="time" value={asked.time ?? ''} />
							<input type="hidden" name="quantity" value={quantity} />
							<input type="hidden" name="instead" value={lineId} />
							{asked.occasion && <input type="hidden" name="occasion" value={asked.occasion} />}
							<Button name="intent" value="book" variant="quiet" pending={pending} {...about}>
								{t('shop.instead.take')}
							</Button>
						</>
					)}
				</CartForm>
			) : (
				<LinkButton
					to={linkTo({ product: id, guests: Math.max(min, asked.guests) })}
					variant="quiet"
					{...about}
				>
					{t('shop.instead.take')}
				</LinkButton>
			)}
			<span id={`${id}-instead`} className={visuallyHidden}>
				{t('shop.instead.note', { name })}
			</span>
		</div>
	)
}
