import { Form } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { ListedPasskey } from '#app/models/visitor/passkey.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The passkeys of the account, each with a button to remove it. */
export function Passkeys({ passkeys }: { passkeys: readonly ListedPasskey[] }) {
	const { t, locale } = useI18n()
	return (
		<Panel title={t('account.passkeys.yours')}>
			<ul role="list" className={styles.list}>
				{passkeys.map(({ id, name, createdAt, usedAt }) => (
					<li key={id} className={styles.item}>
						<span className={styles.words}>
							<span className={styles.name}>{name}</span>
							<span className={styles.note}>
								{usedAt
									? t('account.passkeys.used', { day: formatDay(usedAt, locale, 'numeric') })
									: t('account.passkeys.created', { day: formatDay(createdAt, locale, 'numeric') })}
							</span>
						</span>
						<Form method="post" action="/account/access-data/passkeys">
							<input type="hidden" name="passkey" value={id} />
							<Button
								name="intent"
								value="remove"
								variant="ghost"
								aria-label={t('account.passkeys.remove', { name })}
							>
								{t('account.passkeys.removeShort')}
							</Button>
						</Form>
					</li>
				))}
			</ul>
		</Panel>
	)
}
