import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/order/changes-note.css.ts'

type ChangesNoteProps = { changes: readonly string[]; email: string; number: string }

/** The deadlines for moving and cancelling a visit, in the venue's words, and the address to write to. */
export function ChangesNote({ changes, email, number }: ChangesNoteProps) {
	const { t } = useI18n()
	if (changes.length === 0) return null
	return (
		<p>
			<strong>{t('success.changes')}</strong>
			<br />
			{changes.join(' ')}{' '}
			<a href={`mailto:${email}?subject=${encodeURIComponent(number)}`} className={styles.link}>
				{email}
			</a>
		</p>
	)
}
