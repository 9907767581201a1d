import { Form, Link, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { listOrders } from '#app/models/order/account-orders.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { requestVerification } from '#app/models/visitor/account-token.server.ts'
import { findAccount } from '#app/models/visitor/account.server.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { OrderLink } from '#app/routes/account/order-link.tsx'
import { picturesOf } from '#app/routes/account/pictures.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { panel } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sign, type SignName } from '#app/ui/sign.tsx'

import type { Route } from './+types/overview.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const { id, username, person, verifiedAt } = orNotFound(await findAccount(accountOf(context).id))
	const upcoming = await listOrders(id, 'upcoming', { page: 1, today: today(now()) })
	const next = upcoming.orders.find(({ state, day }) => state === 'confirmed' && day) ?? null
	const { firstName, lastName, street, city } = person
	return {
		username,
		firstName,
		summary: [`${firstName} ${lastName}`, street, city].filter(Boolean).join(', '),
		isVerified: verifiedAt !== null,
		next,
		pictures: picturesOf(next ? [next] : []),
		keptDays: currentVenue().keep.unverifiedAccounts,
	}
}

/** Sends the letter with the link that verifies the mail address once more; a notice says so, or why not. */
export async function action({ context }: Route.ActionArgs) {
	const account = orNotFound(await findAccount(accountOf(context).id))
	const asked = await requestVerification(account)
	visitorSession(context).flash(
		'notice',
		asked.ok
			? { key: 'account.verificationSent', kind: 'success' }
			: { ...asked.message, kind: 'error' },
	)
	return redirect('/account', 303)
}

export default function Overview({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { username, firstName, summary, isVerified, keptDays, next, pictures } = loaderData
	return (
		<>
			<title>{t('auth.account')}</title>
			<h1>{t('account.greeting', { name: firstName })}</h1>
			{!isVerified && (
				<Alert kind="info" title={t('account.unverified', { username })}>
					<p>{t('account.unverifiedText', { days: keptDays })}</p>
					<Form method="post">
						<Button variant="ghost">{t('account.verifyAgain')}</Button>
					</Form>
				</Alert>
			)}
			{next && (
				<Panel title={t('account.next')}>
					<OrderLink order={next} pictures={pictures} />
				</Panel>
			)}
			<nav className={panel} aria-label={t('auth.account')}>
				<ul role="list" className={styles.list}>
					<Way
						to="/account/orders"
						sign="calendar"
						name={t('account.orders.title')}
						note={t('account.orders.note')}
					/>
					<Way
						to="/account/personal-data"
						sign="person"
						name={t('account.personalData.title')}
						note={summary}
					/>
					<Way
						to="/account/access-data"
						sign="lock"
						name={t('account.accessData.title')}
						note={username}
					/>
				</ul>
			</nav>
			<Form method="post" action="/logout">
				<Button variant="ghost" wide>
					{t('auth.signOut')}
				</Button>
			</Form>
		</>
	)
}

type WayProps = { to: string; sign: SignName; name: string; note: string }

function Way({ to, sign, name, note }: WayProps) {
	return (
		<li className={styles.item}>
			<Link to={to} className={styles.way}>
				<Sign name={sign} className={styles.sign} />
				<span className={styles.words}>
					<span className={styles.name}>{name}</span>
					<span className={styles.note}>{note}</span>
				</span>
				<Sign name="chevron" className={styles.sign} />
			</Link>
		</li>
	)
}
