import * as styles from '#app/ui/kept-together.css.ts'

/** Text without line breaks within a short word with a hyphen, a number or an amount: 'E-Mail', '2026-000042', '50 €'. */
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

const short = /(?<!\p{L})(\p{L}{1,10}-\p{L}{2,8}|\d{4}-\d{6}|\d+ €)(?!\p{L})/u
