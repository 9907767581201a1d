import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/day-picker.css.ts'
import type { OpeningView } from '#app/routes/shop/view/calendar-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { LinkedText } from '#app/ui/sentence.tsx'

/** The opening hours of the chosen day, and the reason when they are unusual. */
export function Opening({ opening: { name, hours, kind, label } }: { opening: OpeningView }) {
	const { t } = useI18n()
	const word = t(`calendar.${kind}`)
	return (
		<p className={styles.opening}>
			<strong>
				<KeptTogether text={name} />
			</strong>
			<span>
				{hours ? (
					<LinkedText text={t('shop.day.hours', { kind: word, hours })}>
						{(words) => <span className={styles.hours}>{words}</span>}
					</LinkedText>
				) : (
					word
				)}
			</span>
			{label && <Badge>{label}</Badge>}
		</p>
	)
}
