import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { PageTitle } from '#app/forms/page-title.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/** A page of the account below its overview, with a link back and one heading. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
	const { t } = useI18n()
	return (
		<>
			<PageTitle>{title}</PageTitle>
			<p>
				<Link to="/account" className={styles.back}>
					<Sign name="arrowLeft" className={styles.sign} />
					{t('auth.account')}
				</Link>
			</p>
			<h1>{title}</h1>
			{children}
		</>
	)
}
