import { useI18n } from '#app/i18n/use-i18n.ts'
import type { CartView, Obstacle } from '#app/ui/order/cart-view.ts'
import * as styles from '#app/ui/order/obstacles.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { sentence } from '#app/ui/sentence.tsx'

type ObstaclesProps = { cart: CartView; hrefOf: (obstacle: Obstacle) => string }

/** The obstacles between the cart and the checkout, each with a link to its place. */
export function Obstacles({ cart, hrefOf }: ObstaclesProps) {
	const { t } = useI18n()
	const { voucher, hold, obstacles } = cart
	if (!voucher?.problem && hold !== 'lost' && obstacles.length === 0)
		return <p className={styles.note}>{t('cart.notReady')}</p>
	return (
		<div className={stack.sm}>
			<p>{t('cartPanel.notReady')}</p>
			<ul className={styles.obstacles}>
				{hold === 'lost' && <li>{t('cart.lost')}</li>}
				{voucher?.problem && <li>{sentence(t, voucher.problem)}</li>}
				{obstacles.map((obstacle) => {
					const { name, lineId, message, others } = obstacle
					const words = { name, message: sentence(t, message), others }
					return (
						<li key={`${lineId} ${name} ${message.key}`}>
							<a href={hrefOf(obstacle)}>
								{others ? t('cartPanel.obstacleOthers', words) : t('cartPanel.obstacle', words)}
							</a>
						</li>
					)
				})}
			</ul>
		</div>
	)
}
