import * as styles from '#app/ui/kept-together.css.ts'

/** A name or a sentence in which no single letter ends a line: 'E-Mail' is one word. */
export function KeptTogether({ text }: { text: string }) {
	return text.split(short).map((part, at) =>
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

const short = /(?<!\p{L})(\p{L}-\p{L}{2,8})(?!\p{L})/u
