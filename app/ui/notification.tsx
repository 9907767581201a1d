import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/notification.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign, type SignName } from '#app/ui/sign.tsx'

type NotificationKind = 'success' | 'warning' | 'error'

/** `duration`: how long it stays; errors stay until they are closed, the others for eight seconds unless told. */
export type NotificationItem = Message & {
	kind: NotificationKind
	duration?: 'notice' | 'long' | 'stay'
}

const signs = { success: 'check', warning: 'warning', error: 'warning' } as const satisfies Record<
	NotificationKind,
	SignName
>

/**
 * Top right, above everything. Hiding is an animation and closing a checkbox, so both work without
 * JavaScript. The list is always there: a live region announces only what comes into it.
 */
export function Notifications({ items }: { items: readonly NotificationItem[] }) {
	const { t } = useI18n()
	return (
		<ol
			role="list"
			aria-live="polite"
			aria-label={t('layout.notifications')}
			className={styles.list}
		>
			{items.map((item) => (
				<li
					key={`${item.kind} ${item.key} ${JSON.stringify(item.values)}`}
					className={`${lookOf(item)} ${styles.kind[item.kind]}`}
				>
					<Sign name={signs[item.kind]} className={styles.sign} />
					<p role={item.kind === 'error' ? 'alert' : 'status'} className={styles.words}>
						<Sentence of={item} />
					</p>
					<label className={styles.close}>
						<input
							type="checkbox"
							className={styles.closeBox}
							aria-label={t('layout.closeNotification')}
						/>
						<span aria-hidden="true">×</span>
					</label>
				</li>
			))}
		</ol>
	)
}

function lookOf({ kind, duration = kind === 'error' ? 'stay' : 'notice' }: NotificationItem) {
	return duration === 'stay' ? styles.stay : styles.hide[duration]
}
