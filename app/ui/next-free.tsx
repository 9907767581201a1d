import { useI18n } from '#app/i18n/use-i18n.ts'
import type { NextFree } from '#app/models/offer/next-free.ts'
import { searchPath } from '#app/models/offer/search.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { Chip, Chips } from '#app/ui/chip.tsx'
import * as styles from '#app/ui/next-free.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The next free times, shown where nothing is chosen or found, so that no page is a dead end. */
export function NextFreeTimes({ next }: { next: NextFree }) {
	const { t, locale } = useI18n()
	const { play, parties } = next
	if (!play && parties.length === 0) return null
	return (
		<Panel title={t('nextFree.title')} className={styles.panel}>
			{play && (
				<div className={styles.group}>
					<h3 className={styles.title}>
						{t('nextFree.play', { day: formatDay(play.day, locale, 'full') })}
					</h3>
					<Chips
						label={t('nextFree.play', { day: formatDay(play.day, locale, 'full') })}
						of="times"
					>
						{play.times.map((time) => (
							<li key={time}>
								<Chip to={searchPath({ kind: 'play', day: play.day, time })}>
									{t('shop.ways.time', { time })}
								</Chip>
							</li>
						))}
						<li className={styles.all}>
							<Chip to={searchPath({ kind: 'play', day: play.day })}>{t('nextFree.all')}</Chip>
						</li>
					</Chips>
				</div>
			)}
			{parties.length > 0 && (
				<div className={styles.group}>
					<h3 className={styles.title}>{t('nextFree.parties')}</h3>
					<Chips label={t('nextFree.parties')} of="days">
						{parties.map(({ product, day, time }) => (
							<li key={day}>
								<Chip to={searchPath({ kind: 'party', product, day, time })}>
									{t('shop.ways.day', { name: formatDay(day, locale, 'short'), time })}
								</Chip>
							</li>
						))}
					</Chips>
				</div>
			)}
		</Panel>
	)
}

/** Returns the next free times from the data of a thrown 404; null when it holds none. */
export function nextFreeIn(data: unknown): NextFree | null {
	return typeof data === 'object' && data !== null && 'nextFree' in data
		? (data.nextFree as NextFree)
		: null
}
