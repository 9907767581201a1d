import { use } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { NextFree } from '#app/models/offer/next-free.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as styles from '#app/ui/error-screen.css.ts'
import { Logo } from '#app/ui/logo.tsx'
import { NextFreeTimes } from '#app/ui/next-free.tsx'
import { Reference } from '#app/ui/reference.ts'

type ErrorScreenProps = {
	/** The HTTP status to show, given where it helps the visitor, such as 404. */
	status?: number
	heading: string
	message?: string | undefined
	/** The next free times, given where the address names something that does not exist. */
	next?: NextFree | null
}

/**
 * The page shown in place of one that failed: the reason, the reference for the log, and the button back to the shop.
 */
export function ErrorScreen({ status, heading, message, next }: ErrorScreenProps) {
	const { t } = useI18n()
	return (
		<div className={styles.screen}>
			<title>{heading}</title>
			<meta name="robots" content="noindex" />
			<Logo className={styles.logo} />
			{status !== undefined && <p className={styles.status}>{status}</p>}
			<h1>{heading}</h1>
			{message && <p className={styles.message}>{message}</p>}
			<p className={styles.reference} suppressHydrationWarning>
				{use(Reference)}
			</p>
			{next && <NextFreeTimes next={next} />}
			<LinkButton to="/" reloadDocument variant={next ? 'ghost' : 'primary'}>
				{t('errorScreen.back')}
			</LinkButton>
		</div>
	)
}
