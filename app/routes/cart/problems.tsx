import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProblemView } from '#app/ui/order/cart-view.ts'
import * as styles from '#app/routes/cart/cart-lines.css.ts'
import { sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** What is missing or too much, with the products it is about. */
export function Problems({ of, locale }: { of: readonly ProblemView[]; locale: Locale }) {
	const { t } = useI18n()
	if (of.length === 0) return null
	return (
		<ul role="list" className={styles.problems}>
			{of.map(({ message, others }) => {
				const products = others.map((name) => inLocale(name, locale)).join(', ')
				const words = sentence(t, message)
				return (
					<li key={words + products}>
						<Sign name="warning" className={styles.sign} />
						{products ? t('cart.problemWith', { message: words, products }) : words}
					</li>
				)
			})}
		</ul>
	)
}
