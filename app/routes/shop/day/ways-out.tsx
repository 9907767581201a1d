import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/ways-out.css.ts'
import { useSearchLink } from '#app/routes/shop/shopping.ts'
import type { WayOut } from '#app/routes/shop/view/ways.ts'
import { isWorthCounting } from '#app/routes/shop/view/worth-counting.ts'
import { Chip, Chips } from '#app/ui/chip.tsx'

type WaysOutProps = { ways: readonly WayOut[]; anchor: string; showDay?: boolean; label?: string }

/** Shows links to days and times at which what was asked for can be had instead, so that no answer is a dead end. */
export function WaysOut({ ways, anchor, showDay = false, label }: WaysOutProps) {
	const { t } = useI18n()
	const linkTo = useSearchLink(anchor)
	if (ways.length === 0) return null
	const title = label ?? t('shop.ways.title')
	return (
		<div className={styles.ways}>
			<p className={styles.title}>{title}</p>
			<Chips label={title} of={showDay ? 'days' : 'words'}>
				{ways.map(({ day, time, name, left }) => (
					<li key={`${day} ${time}`}>
						<Chip
							to={linkTo({ day, time })}
							{...(left !== null &&
								isWorthCounting(left) && { note: t('shop.ways.left', { count: left }) })}
						>
							{showDay ? t('shop.ways.day', { name, time }) : t('shop.ways.time', { time })}
						</Chip>
					</li>
				))}
			</Chips>
		</div>
	)
}
