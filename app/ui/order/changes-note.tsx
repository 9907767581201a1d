import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/order/changes-note.css.ts'

type ChangesNoteProps = { changes: string; email: string; number: string }

/** Until when a visit is moved or cancelled, in the venue's words, and where to write. */
export function ChangesNote({ changes, email, number }: ChangesNoteProps) {
	const { t } = useI18n()
	return (
		<p>
			<strong>{t('success.changes')}</strong>
			<br />
			{changes}{' '}
			<a href={`mailto:${email}?subject=${encodeURIComponent(number)}`} className={styles.link}>
				{email}
			</a>
		</p>
	)
}
