import { CartForm } from '#app/forms/cart-form.tsx'
import type { FormResult } from '#app/forms/form.ts'
import * as styles from '#app/forms/line-forms.css.ts'
import { QuantityField } from '#app/forms/stepper.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import type { LineView } from '#app/ui/order/line-view.ts'
import { Sign } from '#app/ui/sign.tsx'

type LineFormProps = {
	line: LineView
	/** The id of the part of the page to which the page comes back after a change without JavaScript. */
	anchor: string
}

/** The form for the quantity of a line in the cart. Where scripts run, it is sent by itself. */
export function QuantityForm({
	line,
	anchor,
	answer = null,
}: LineFormProps & { answer?: FormResult | null }) {
	const { t } = useI18n()
	const product = line.name
	return (
		<CartForm
			id={`quantity-${line.id}`}
			anchor={anchor}
			saved={{ quantity: String(line.quantity) }}
			answer={answer}
			className={styles.quantity}
			quick
		>
			{({ pending, field }) => (
				<>
					<input type="hidden" name="line" value={line.id} />
					<QuantityField
						field={field('quantity')}
						label={t(line.perGuest ? 'cart.guestsOf' : 'cart.quantityOf', { product })}
						hideLabel
						min={line.min}
						max={line.max}
					/>
					<Button
						name="intent"
						value="quantity"
						variant="ghost"
						pending={pending}
						aria-label={t('cart.changeOf', { product })}
					>
						{t('cart.change')}
					</Button>
				</>
			)}
		</CartForm>
	)
}

/** The form that takes a line out of the cart; its button is a cross. */
export function RemoveForm({ line, anchor }: LineFormProps) {
	const { t } = useI18n()
	return (
		<CartForm id={`remove-${line.id}`} anchor={anchor}>
			{({ pending }) => (
				<>
					<input type="hidden" name="line" value={line.id} />
					<button
						type="submit"
						name="intent"
						value="remove"
						aria-busy={pending || undefined}
						aria-label={t('cart.removeOf', { product: line.name })}
						className={styles.remove}
					>
						<Sign name="close" />
					</button>
				</>
			)}
		</CartForm>
	)
}
