import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/order/changes-note.css.ts'

/** Shows the sentences on changing, moving and cancelling a visit, which the server has put into words. */
export function ChangesNote({ changes }: { changes: readonly string[] }) {
	const { t } = useI18n()
	if (changes.length === 0) return null
	return (
		<div className={styles.note}>
			<strong>{t('success.changes')}</strong>
			{changes.map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
		</div>
	)
}
