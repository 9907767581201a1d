import { CartForm, type CartFormState } from '#app/forms/cart-form.tsx'
import { QuantityField } from '#app/forms/stepper.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import { CountedGuests } from '#app/routes/shop/day/counted-guests.tsx'
import * as styles from '#app/routes/shop/numbers/product-card.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { Button } from '#app/ui/button.tsx'
import type { LineView } from '#app/ui/order/line-view.ts'
import { Sign } from '#app/ui/sign.tsx'

type ChooseFormProps = { offer: OfferView; titleId: string }

/** A form with one button that chooses an offer or takes it back, so that the focus stays where it is. */
export function ChooseForm({ offer, titleId }: ChooseFormProps) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const { id, chosen, perGuest, min } = offer
	const quantity = perGuest ? guestsFor(offer, asked.guests) : min
	return (
		<CartForm
			id={`choose-${id}`}
			anchor={id}
			saved={{ quantity: String(quantity) }}
			className={styles.choose}
		>
			{({ pending, field }) => (
				<>
					{chosen ? (
						<Chosen line={chosen} perGuest={perGuest} />
					) : (
						<Wish offer={offer} field={field('quantity')} />
					)}
					<Button
						name="intent"
						value={chosen ? 'remove' : 'add'}
						variant={chosen ? 'ghost' : 'primary'}
						pending={pending}
						aria-describedby={titleId}
						className={styles.button}
					>
						{chosen
							? t('shop.card.deselect')
							: t(isByPiece(offer) ? 'shop.card.add' : 'shop.card.choose')}
					</Button>
				</>
			)}
		</CartForm>
	)
}

/** True for tickets that are counted in pieces; any other offer is chosen or not. */
function isByPiece({ kind, perGuest }: OfferView): boolean {
	return kind === 'ticket' && !perGuest
}

function Chosen({ line, perGuest }: { line: LineView; perGuest: boolean }) {
	const { t } = useI18n()
	return (
		<>
			<input type="hidden" name="line" value={line.id} />
			<p className={styles.chosen}>
				<Sign name="check" className={styles.check} />
				<span>
					<strong>{t('shop.card.chosen')}</strong>{' '}
					{perGuest && t('shop.card.forChosen', { count: line.quantity })}
					<span className={styles.chosenDetail}>{line.detail}</span>
				</span>
			</p>
		</>
	)
}

type WishProps = { offer: OfferView; field: ReturnType<CartFormState['field']> }

/**
 * The fields of an offer that can be chosen: the day, time and duration asked for last, and the quantity where it can
 * be more than one.
 */
function Wish({ offer, field }: WishProps) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const { id, name, perGuest, min, max, left } = offer
	const most = Math.max(Math.min(max, left), min)
	const isPieces = isByPiece(offer)
	return (
		<>
			<input type="hidden" name="product" value={id} />
			<input type="hidden" name="day" value={asked.day} />
			<input type="hidden" name="time" value={asked.time ?? ''} />
			<input type="hidden" name="duration" value={asked.duration} />
			{asked.occasion && <input type="hidden" name="occasion" value={asked.occasion} />}
			{left < max && isPieces && (
				<p className={styles.few}>{t('shop.card.left', { count: left })}</p>
			)}
			{perGuest && <CountedGuests id={field.descriptionId} offer={{ min, max: most }} />}
			{max > 1 ? (
				<QuantityField
					field={field}
					label={perGuest ? t('shop.card.guests') : t('cart.quantityOf', { product: name })}
					min={min}
					max={most}
					hint={perGuest}
					hideLabel={isPieces}
				/>
			) : (
				<input type="hidden" name="quantity" value={1} />
			)}
		</>
	)
}
