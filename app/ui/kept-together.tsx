import { splitUnbroken } from '#app/i18n/line-breaks.ts'
import * as styles from '#app/ui/kept-together.css.ts'

/** Shows a text without line breaks inside of short words with a hyphen, numbers with their words, and amounts. */
export function KeptTogether({ text }: { text: string }) {
	return splitUnbroken(text).map((part, at) =>
		at % 2 === 0 ? (
			part
		) : (
			// A text is always split into the same parts, so their places identify them.
			// oxlint-disable-next-line react/no-array-index-key
			<span key={at} className={styles.word}>
				{part}
			</span>
		),
	)
}
