import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PanelView } from '#app/routes/shop/shop-view.ts'
import { CartForm } from '#app/routes/shop/cart-form.tsx'
import * as styles from '#app/routes/shop/voucher-box.css.ts'
import { Button } from '#app/ui/button.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** One voucher an order; a second one is told so. */
export function VoucherBox({ voucher }: { voucher: PanelView['voucher'] }) {
	const { t } = useI18n()
	return (
		<div className={styles.box}>
			{voucher && (
				<CartForm id="voucher-remove" anchor="cart" className={styles.redeemed}>
					{({ pending }) => (
						<>
							<p className={styles.words}>
								<span>{t('cart.voucherRedeemed', { code: voucher.code })}</span>
								{voucher.problem && (
									<span className={styles.problem}>
										<Sentence of={voucher.problem} />
									</span>
								)}
							</p>
							<button
								type="submit"
								name="intent"
								value="removeVoucher"
								aria-busy={pending || undefined}
								aria-label={t('cart.voucherRemove')}
								className={styles.remove}
							>
								<Sign name="close" />
							</button>
						</>
					)}
				</CartForm>
			)}
			<CartForm id="voucher" anchor="cart" fields={['code']} className={styles.form}>
				{({ pending, field }) => (
					<>
						<TextField
							key={voucher?.code}
							field={field('code', '')}
							label={t('cart.voucherCode')}
							maxLength={60}
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
						/>
						<Button
							name="intent"
							value="redeem"
							variant="ghost"
							pending={pending}
							className={styles.button}
						>
							{t('cart.voucherRedeem')}
						</Button>
					</>
				)}
			</CartForm>
		</div>
	)
}
