import { useEffect, useRef, useState } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/notification.css.ts'
import { Sign, type SignName } from '#app/ui/sign.tsx'

type NotificationKind = 'success' | 'warning' | 'error'

/**
 * A message above the page. `duration`: the milliseconds for which it is shown, or null until it is closed; by default
 * null for errors and eight seconds for others.
 */
export type NotificationItem = { text: string; kind: NotificationKind; duration?: number | null }

const signs = { success: 'check', warning: 'warning', error: 'warning' } as const satisfies Record<
	NotificationKind,
	SignName
>

/**
 * The list of messages, at the top right above the page, or on phones in the flow of the page, so that no heading is
 * covered. Hiding is an animation and closing a checkbox, so both work without JavaScript. The list exists without
 * messages, too, because a live region announces only what comes into it. Newer data do not remove the messages that
 * are shown, unless there are more than five.
 */
export function Notifications({ items }: { items: readonly NotificationItem[] }) {
	const { t } = useI18n()
	const shown = useShown(items)
	return (
		<ol
			role="list"
			aria-live="polite"
			aria-label={t('layout.notifications')}
			className={styles.list}
		>
			{shown.map(({ id, item }) => (
				<Notification key={id} item={item} />
			))}
		</ol>
	)
}

type QueuedItem = { id: number; item: NotificationItem }

const LONGEST_LIST = 5

function useShown(items: readonly NotificationItem[]): QueuedItem[] {
	const [shown, setShown] = useState(() => items.map((item, id) => ({ id, item })))
	const taken = useRef(items)
	useEffect(() => {
		if (taken.current === items) return
		taken.current = items
		setShown((before) => {
			const next = (before.at(-1)?.id ?? -1) + 1
			const fresh = items.map((item, at) => ({ id: next + at, item }))
			return fresh.length > 0 ? [...before, ...fresh].slice(-LONGEST_LIST) : before
		})
	}, [items])
	return shown
}

function Notification({ item }: { item: NotificationItem }) {
	const { t } = useI18n()
	const place = useRef<HTMLLIElement>(null)
	const { duration = item.kind === 'error' ? null : styles.usual } = item

	useEffect(() => {
		if (duration !== null && place.current) place.current.style.animationDelay = `0s, ${duration}ms`
	}, [duration])

	return (
		<li ref={place} className={`${lookOf(duration)} ${styles.kind[item.kind]}`}>
			<Sign name={signs[item.kind]} className={styles.sign} />
			<p role={item.kind === 'error' ? 'alert' : 'status'} className={styles.words}>
				{item.text}
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
	)
}

/**
 * Returns the class for a duration in milliseconds, or for null. Without scripts a message is shown for the next longer
 * of three durations, because the content security policy allows no inline style.
 */
function lookOf(duration: number | null): string {
	const step = styles.steps.find(({ wait }) => duration !== null && duration <= wait)
	return step?.look ?? styles.stay
}
