import { Form } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import type { ListedSession } from '#app/models/visitor/session.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** Lists the sessions of the account with a button to end each and one to end all. */
export function Sessions({ sessions }: { sessions: readonly ListedSession[] }) {
	const { t, locale } = useI18n()
	return (
		<Panel title={t('account.sessions.title')}>
			<ul role="list" className={styles.list}>
				{sessions.map(({ key, device, seenAt, isThis }) => {
					const browser = browserOf(device) ?? t('account.sessions.unknown')
					return (
						<li key={key} className={styles.item}>
							<span className={styles.words}>
								<span className={styles.name}>{browser}</span>
								<span className={styles.note}>
									{isThis
										? t('account.sessions.this')
										: t('account.sessions.seen', { ...momentOf(seenAt, locale) })}
								</span>
							</span>
							<Form method="post" {...(isThis && { action: '/logout', reloadDocument: true })}>
								<input type="hidden" name="session" value={key} />
								<Button
									name="intent"
									value="endSession"
									variant="ghost"
									aria-label={t(`account.sessions.${isThis ? 'endThis' : 'end'}`, { browser })}
								>
									{t('auth.signOut')}
								</Button>
							</Form>
						</li>
					)
				})}
			</ul>
			<Form
				method="post"
				action="/account/access-data"
				reloadDocument
				className={styles.everywhere}
			>
				<p className={styles.note}>{t('account.sessions.everywhereText')}</p>
				<Button name="intent" value="endSessions" variant="ghost" wide>
					{t('account.sessions.everywhere')}
				</Button>
			</Form>
		</Panel>
	)
}

function momentOf(seenAt: Date, locale: Locale) {
	return { day: formatDay(seenAt, locale, 'numeric'), time: formatTime(seenAt, locale) }
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const

/**
 * Returns the browser and system of a User-Agent, 'Firefox, Windows', or null when it names none of them. The first
 * name that is found counts, because Edge also names Chrome and Safari, and an iPhone also Mac OS X.
 */
function browserOf(device: string | null): string | null {
	const names = [browsers, systems].flatMap(
		(known) => known.find((name) => device?.includes(name)) ?? [],
	)
	return names.length > 0 ? names.join(', ').replace('Edg', 'Edge').replace('OPR', 'Opera') : null
}
