import { useFetcher } from 'react-router'
import type { z } from 'zod'

import * as fields from '#app/forms/fields.css.ts'
import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { FieldFrame, controlProps, textOf } from '#app/forms/text-field.tsx'
import * as styles from '#app/forms/voucher-box.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { Button } from '#app/ui/button.tsx'

type VoucherBoxProps = {
	cart: Pick<CartView, 'version' | 'voucher' | 'isOrdered'>
	returnTo: string
	/** What /cart answered on the page itself, as it does without JavaScript. */
	answer?: FormResult | null
}

type Answer = { result: FormResult }

/** Redeems a voucher or takes it out again. With JavaScript a refusal shows here and the page stays. */
export function VoucherBox({ cart, returnTo, answer = null }: VoucherBoxProps) {
	const { t } = useI18n()
	// A new version has forgotten what was refused before it.
	const remover = useFetcher<Answer>({ key: `remove-voucher-${cart.version}` })
	const { voucher } = cart
	if (cart.isOrdered) return voucher && <p>{t('cart.voucherRedeemed', { code: voucher.code })}</p>
	if (!voucher)
		return <CodeForm key={cart.version} cart={cart} returnTo={returnTo} answer={answer} />

	const problems = [
		...(voucher.problem ? [voucher.problem] : []),
		...(remover.data?.result.error?.[''] ?? []),
	]
	return (
		<div className={styles.box}>
			<remover.Form method="post" action="/cart" className={styles.redeemed} preventScrollReset>
				<p className={styles.code}>{t('cart.voucherRedeemed', { code: voucher.code })}</p>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="returnTo" value={returnTo} />
				<Button
					name="intent"
					value="removeVoucher"
					variant="quiet"
					aria-label={t('cart.voucherRemove')}
				>
					{t('cart.remove')}
				</Button>
			</remover.Form>
			<Messages id="voucher-problem" messages={problems} />
			<details className={styles.other} open={answer !== null}>
				<summary>{t('cart.voucherOther')}</summary>
				<CodeForm key={cart.version} cart={cart} returnTo={returnTo} answer={answer} />
			</details>
		</div>
	)
}

function CodeForm({ cart, returnTo, answer }: Required<VoucherBoxProps>) {
	const { t } = useI18n()
	const redeemer = useFetcher<Answer>({ key: `redeem-${cart.version}` })
	const [form, { code }] = useForm<z.ZodType<unknown, { code: string }>>({
		id: 'voucher',
		lastResult: redeemer.data?.result ?? answer,
	})
	return (
		<redeemer.Form
			method="post"
			action="/cart"
			className={fields.field}
			preventScrollReset
			{...formProps(form)}
		>
			<input type="hidden" name="version" value={cart.version} />
			<input type="hidden" name="returnTo" value={returnTo} />
			<FieldFrame field={code} label={t('cart.voucherCode')} optional={false}>
				<div className={styles.row}>
					<input
						{...controlProps(code, { required: true })}
						type="text"
						defaultValue={textOf(code)}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
						maxLength={60}
						className={fields.control}
					/>
					<Button name="intent" value="redeem" variant="ghost" pending={redeemer.state !== 'idle'}>
						{t('cart.voucherRedeem')}
					</Button>
				</div>
			</FieldFrame>
			<Messages id={form.errorId} messages={form.errors} />
		</redeemer.Form>
	)
}
