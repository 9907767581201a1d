import { CartForm } from '#app/forms/cart-form.tsx'
import * as fields from '#app/forms/fields.css.ts'
import type { FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { FieldFrame, controlProps, textOf } from '#app/forms/text-field.tsx'
import * as styles from '#app/forms/voucher-box.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'

type VoucherBoxProps = {
	cart: Pick<CartView, 'voucher' | 'isOrdered'>
	/** What /cart answered on the page itself, as it does without JavaScript. */
	answer?: FormResult | null
}

/** Redeems a voucher or takes it out again: one an order, and a second one is told so. */
export function VoucherBox({ cart: { voucher, isOrdered }, answer = null }: VoucherBoxProps) {
	const { t } = useI18n()
	if (isOrdered) return voucher && <p>{t('cart.voucherRedeemed', { code: voucher.code })}</p>
	if (!voucher) return <CodeForm answer={answer} />

	return (
		<div className={styles.box}>
			<CartForm id="voucher-remove" anchor="cart" className={styles.redeemed}>
				{({ pending }) => (
					<>
						<p className={styles.code}>{t('cart.voucherRedeemed', { code: voucher.code })}</p>
						<Button
							name="intent"
							value="removeVoucher"
							variant="quiet"
							pending={pending}
							aria-label={t('cart.voucherRemove')}
						>
							{t('cart.remove')}
						</Button>
					</>
				)}
			</CartForm>
			{voucher.problem && <Messages id="voucher-problem" messages={[voucher.problem]} />}
			<details className={styles.other} open={answer !== null}>
				<summary>{t('cart.voucherOther')}</summary>
				<CodeForm answer={answer} />
			</details>
		</div>
	)
}

function CodeForm({ answer }: { answer: FormResult | null }) {
	const { t } = useI18n()
	return (
		<CartForm
			id="voucher"
			anchor="cart"
			saved={{ code: '' }}
			answer={answer}
			className={fields.field}
		>
			{({ pending, field }) => (
				<FieldFrame field={field('code')} label={t('cart.voucherCode')} optional={false}>
					<div className={styles.row}>
						<input
							{...controlProps(field('code'), { required: true })}
							type="text"
							defaultValue={textOf(field('code'))}
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
							maxLength={60}
							className={fields.control}
						/>
						<Button name="intent" value="redeem" variant="ghost" pending={pending}>
							{t('cart.voucherRedeem')}
						</Button>
					</div>
				</FieldFrame>
			)}
		</CartForm>
	)
}
