import { data, Form, redirect } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { signedInOf, visitorSession } from '#app/middleware/session.server.ts'
import { verifyAddress } from '#app/models/order/verify.server.ts'
import { isTokenLive } from '#app/models/visitor/account-token.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/verify-email.ts'

/** Looking changes nothing: mail programs open links before their readers do. */
export async function loader({ params, context }: Route.LoaderArgs) {
	return {
		isLive: await isTokenLive(params.token, 'verify'),
		isSignedIn: signedInOf(context) !== null,
	}
}

export async function action({ params, context }: Route.ActionArgs) {
	const verified = await verifyAddress(params.token)
	if (!verified.ok) return data({ message: verified.message }, 422)
	visitorSession(context).flash('notice', { key: 'auth.verify.done', kind: 'success' })
	return redirect(signedInOf(context) ? '/account' : '/login', 303)
}

export default function VerifyEmail({ loaderData: { isLive, isSignedIn } }: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<div className={pages.narrow}>
			<title>{t('auth.verify.title')}</title>
			<meta name="robots" content="noindex" />
			<h1>{t('auth.verify.title')}</h1>
			{isLive ? (
				<>
					<p className={pages.lead}>{t('auth.verify.lead')}</p>
					<Form method="post">
						<Button wide>{t('auth.verify.submit')}</Button>
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
