import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'

type DeselectFormProps = { id: string; lineId: string; titleId: string }

/** A form, shown at a product, that removes all pieces of it from the cart. */
export function DeselectForm({ id, lineId, titleId }: DeselectFormProps) {
	const { t } = useI18n()
	return (
		<CartForm id={`deselect-${id}`} anchor={id}>
			{({ pending }) => (
				<>
					<input type="hidden" name="line" value={lineId} />
					<Button
						name="intent"
						value="remove"
						variant="quiet"
						pending={pending}
						aria-describedby={titleId}
					>
						{t('shop.card.deselect')}
					</Button>
				</>
			)}
		</CartForm>
	)
}
