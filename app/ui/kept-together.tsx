import { splitUnbroken } from '#app/i18n/line-breaks.ts'
import * as styles from '#app/ui/kept-together.css.ts'

/** Text without line breaks within short words, numbers and amounts. */
export function KeptTogether({ text }: { text: string }) {
	return splitUnbroken(text).map((part, at) =>
		at % 2 === 0 ? (
			part
		) : (
			// The same text has the same parts.
			// oxlint-disable-next-line react/no-array-index-key
			<span key={at} className={styles.word}>
				{part}
			</span>
		),
	)
}
