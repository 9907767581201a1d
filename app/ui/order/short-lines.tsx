import type { ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { isAllIncluded } from '#app/models/product/price.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import type { LineView } from '#app/ui/order/line-view.ts'
import * as styles from '#app/ui/order/short-lines.css.ts'

type ShortLinesProps = {
	lines: readonly LineView[]
	label?: string
	/** Returns the controls that change a line: those below its words and the one in its corner. */
	controls?: ((line: LineView) => { below: ReactNode; corner: ReactNode }) | null
}

/** The list of a cart's lines in short: quantity, product, time, room and price of each. */
export function ShortLines({ lines, label, controls = null }: ShortLinesProps) {
	return (
		<ul role="list" aria-label={label} className={styles.lines}>
			{lines.map((line) => {
				const own = controls?.(line)
				const look = line.parentId ? styles.child : styles.line
				return (
					<li key={line.id} className={own ? `${look} ${styles.withControls}` : look}>
						<Words line={line} />
						{own?.below}
						{own && <div className={styles.corner}>{own.corner}</div>}
					</li>
				)
			})}
		</ul>
	)
}

function Words({ line }: { line: LineView }) {
	const { t, locale } = useI18n()
	const { name, detail, answer, quantity, included, amount, due } = line
	const isFree = isAllIncluded(line)
	return (
		<>
			<p className={styles.head}>
				<span className={styles.name}>
					<KeptTogether text={t('cartPanel.times', { count: quantity, name })} />
				</span>
				<span className={styles.amount}>
					{isFree ? t('shop.group.included') : euros(amount, locale)}
				</span>
			</p>
			{detail && <p className={styles.detail}>{detail}</p>}
			{answer && <p className={styles.detail}>{answer}</p>}
			{included > 0 && !isFree && (
				<p className={styles.detail}>{t('cartPanel.included', { count: included })}</p>
			)}
			{due === 'onSite' && <p className={styles.detail}>{t('cart.due.onSite')}</p>}
		</>
	)
}
