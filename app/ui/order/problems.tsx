import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProblemView } from '#app/ui/order/line-view.ts'
import * as styles from '#app/ui/order/problems.css.ts'
import { sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** Shows the problems of a line, with the products they are about, in elements that a `<summary>` may hold, too. */
export function Problems({ of }: { of: readonly ProblemView[] }) {
	const { t } = useI18n()
	if (of.length === 0) return null
	return (
		<span className={styles.problems}>
			{of.map(({ message, others }) => {
				const words = sentence(t, message)
				return (
					<span key={words + others} className={styles.problem}>
						<Sign name="warning" className={styles.sign} />
						{others ? t('cart.problemWith', { message: words, products: others }) : words}
					</span>
				)
			})}
		</span>
	)
}
