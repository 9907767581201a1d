import { CartForm } from '#app/forms/cart-form.tsx'
import * as fields from '#app/forms/fields.css.ts'
import type { Field, FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { FieldFrame, controlProps, textOf } from '#app/forms/text-field.tsx'
import * as styles from '#app/forms/voucher-box.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusOn } from '#app/ui/focus-on.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { stack } from '#app/ui/panel.css.ts'

type VoucherBoxProps = {
	cart: Pick<CartView, 'voucher' | 'isOrdered'>
	/** The id of the part of the page to which the page comes back after a change without JavaScript. */
	anchor?: string
	/** The refusal of a code by `/cart`, where it comes with the page itself, as without JavaScript. */
	answer?: FormResult | null
}

/**
 * The box in which a visitor redeems a voucher for the cart or takes it out again. An order takes one voucher; a second
 * one is refused with that reason.
 */
export function VoucherBox({ cart, anchor = 'cart', answer = null }: VoucherBoxProps) {
	const { voucher, isOrdered } = cart
	const { t } = useI18n()
	if (isOrdered) return voucher && <p>{t('cart.voucherRedeemed', { code: voucher.code })}</p>
	if (!voucher) return <CodeForm anchor={anchor} answer={answer} />

	return (
		<div className={stack.sm}>
			<CartForm id="voucher-remove" anchor={anchor} className={styles.redeemed}>
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
				<CodeForm anchor={anchor} answer={answer} />
			</details>
		</div>
	)
}

/** `VoucherBox` in a fold, for a page that has more to look at. */
export function VoucherFold({ cart, anchor }: Pick<VoucherBoxProps, 'cart' | 'anchor'>) {
	const { t } = useI18n()
	const { voucher } = cart
	return (
		<details className={styles.fold} open={Boolean(voucher?.problem)}>
			<summary>
				{voucher ? t('cart.voucherRedeemed', { code: voucher.code }) : t('cart.voucherFold')}
			</summary>
			<VoucherBox cart={cart} {...(anchor && { anchor })} />
		</details>
	)
}

function CodeForm({ anchor, answer }: { anchor: string; answer: FormResult | null }) {
	return (
		<CartForm
			id="voucher"
			anchor={anchor}
			saved={{ code: '' }}
			answer={answer}
			className={fields.field}
		>
			{({ pending, field }) => <CodeField field={field('code')} pending={pending} />}
		</CartForm>
	)
}

/** The field for a voucher's code. A refused code is focused, which scrolls its message into view. */
function CodeField({ field, pending }: { field: Field; pending: boolean }) {
	const { t } = useI18n()
	const input = useFocusOn<HTMLInputElement>(field.errors)
	return (
		<FieldFrame field={field} label={t('cart.voucherCode')} optional={false}>
			<div className={styles.row}>
				<input
					ref={input}
					{...controlProps(field, { required: true })}
					type="text"
					defaultValue={textOf(field)}
					autoFocus={field.errors !== undefined}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={60}
					className={styles.input}
				/>
				<Button
					name="intent"
					value="redeem"
					variant="ghost"
					pending={pending}
					className={styles.submit}
				>
					{t('cart.voucherRedeem')}
				</Button>
			</div>
		</FieldFrame>
	)
}
