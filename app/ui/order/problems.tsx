import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProblemView } from '#app/ui/order/line-view.ts'
import * as styles from '#app/ui/order/problems.css.ts'
import { sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** What is missing or too much, with the products it is about. */
export function Problems({ of }: { of: readonly ProblemView[] }) {
	const { t } = useI18n()
	if (of.length === 0) return null
	return (
		<ul role="list" className={styles.problems}>
			{of.map(({ message, others }) => {
				const words = sentence(t, message)
				return (
					<li key={words + others}>
						<Sign name="warning" className={styles.sign} />
						{others ? t('cart.problemWith', { message: words, products: others }) : words}
					</li>
				)
			})}
		</ul>
	)
}
