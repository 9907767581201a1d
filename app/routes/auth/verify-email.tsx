import { data, Form, redirect } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { sessionIdOf, signedInOf, visitorSession } from '#app/middleware/session.server.ts'
import { addressLinks, verifyAddress } from '#app/models/order/verify.server.ts'
import { findLink } from '#app/models/visitor/account-token.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/verify-email.ts'

/** Looking changes nothing: mail programs open links before their readers do. */
export async function loader({ params, context }: Route.LoaderArgs) {
	return {
		link: await findLink(params.token, addressLinks),
		isSignedIn: signedInOf(context) !== null,
	}
}

export async function action({ params, context }: Route.ActionArgs) {
	const verified = await verifyAddress(params.token, sessionIdOf(context))
	if (!verified.ok) return data({ message: verified.message }, 422)
	const { username, isNew } = verified.value
	const key = isNew ? 'auth.verify.usernameDone' : 'auth.verify.done'
	visitorSession(context).flash('notice', { key, values: { username }, kind: 'success' })
	return redirect(signedInOf(context) ? '/account' : '/login', 303)
}

export default function VerifyEmail({ loaderData: { link, isSignedIn } }: Route.ComponentProps) {
	const { t } = useI18n()
	const username = link?.username
	return (
		<div className={pages.narrow}>
			<title>{t('auth.verify.title')}</title>
			<meta name="robots" content="noindex" />
			<h1>
				<KeptTogether text={t('auth.verify.title')} />
			</h1>
			{link ? (
				<>
					<p className={pages.lead}>
						{username ? t('auth.verify.usernameLead', { username }) : t('auth.verify.lead')}
					</p>
					<Form method="post">
						<Button wide>
							{t(username ? 'auth.verify.usernameSubmit' : 'auth.verify.submit')}
						</Button>
					</Form>
				</>
			) : (
				<Alert kind="error" autoFocus title={t('errors.linkInvalid')}>
					<LinkButton to={isSignedIn ? '/account' : '/login'}>{t('auth.account')}</LinkButton>
				</Alert>
			)}
		</div>
	)
}
