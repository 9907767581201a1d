import * as layout from '#app/forms/fields.css.ts'
import { LoginForm } from '#app/forms/login-form.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { PasskeySignIn } from '#app/forms/passkeys.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { ownPath } from '#app/http/own-path.ts'
import { inAnyLanguage } from '#app/http/page-language.server.ts'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { anonymousOnly } from '#app/middleware/account.server.ts'
import { signInByForm, signInByPasskey } from '#app/routes/auth/sign-in.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

import type { Route } from './+types/login.ts'

export const middleware = [anonymousOnly('/')]

type Failure = { what: Message; why?: Message }

/** The failure for a way of signing in that this shop does not offer. */
const notHere: Failure = { what: { key: 'errors.loginFailed' }, why: { key: 'errors.notHere' } }
const unknown: Failure = { what: { key: 'errors.loginFailed' }, why: { key: 'errors.unknown' } }

/**
 * The failures of a sign-in by the code in `?error=`: those of Auth.js (next-auth 4), which /api/auth hands on, and two
 * of our own.
 */
const errors: Record<string, Failure> = {
	CredentialsSignin: {
		what: { key: 'errors.loginFailed' },
		why: { key: 'errors.credentialsUnknown' },
	},
	SessionRequired: { what: { key: 'errors.sessionRequired' } },
	csrf: { what: { key: 'errors.csrf' } },
	csrfSignIn: { what: { key: 'errors.loginFailed' }, why: { key: 'errors.csrfSignIn' } },
	AccessDenied: { what: { key: 'errorScreen.refused' } },
	Signin: notHere,
	OAuthSignin: notHere,
	OAuthCallback: notHere,
	OAuthCreateAccount: notHere,
	OAuthAccountNotLinked: notHere,
	EmailSignin: notHere,
	EmailCreateAccount: notHere,
	Callback: unknown,
	Configuration: unknown,
	Verification: { what: { key: 'errors.loginFailed' }, why: { key: 'errors.linkInvalid' } },
	Default: { what: { key: 'errors.unknown' } },
}

/**
 * Returns the failure that the code in `?error=` names: a failure without details for an unknown code, null without
 * one.
 */
function failureOf(code: string | null): Failure | null {
	if (!code) return null
	return (Object.hasOwn(errors, code) ? errors[code] : null) ?? unknown
}

export function loader({ url }: Route.LoaderArgs) {
	const callbackUrl = inAnyLanguage(ownPath(url.searchParams.get('callbackUrl')))
	return {
		callbackUrl: callbackUrl === '/' ? null : callbackUrl,
		error: failureOf(url.searchParams.get('error')),
		/** True when the guard of the account's pages has sent the visitor here. */
		isRequired: callbackUrl.startsWith('/account'),
	}
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.clone().formData()
	const signIn = form.get('intent') === 'passkey' ? signInByPasskey : signInByForm
	return signIn({ request, context }, ({ callbackUrl }) => ownPath(callbackUrl))
}

export default function Login({
	loaderData: { callbackUrl, error, isRequired },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const next = callbackUrl ? `?${new URLSearchParams({ callbackUrl })}` : ''
	return (
		<div className={pages.narrow}>
			<PageTitle>{t('auth.login.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>{t('auth.login.title')}</h1>
			{error && !actionData && (
				<Alert kind="error" autoFocus title={<Sentence of={error.what} />}>
					{error.why && (
						<p>
							<Sentence of={error.why} />
						</p>
					)}
				</Alert>
			)}
			{isRequired && !error && !actionData && (
				<Alert kind="info" title={t('errors.sessionRequired')} />
			)}
			<Panel title={t('auth.account')}>
				<LoginForm
					action={`/login${next}`}
					callbackUrl={callbackUrl}
					result={actionData}
					submit={t('auth.login.submit')}
				/>
				<PasskeySignIn callbackUrl={callbackUrl} />
			</Panel>
			<Panel title={t('auth.login.newTitle')}>
				<div className={layout.fields}>
					<p>{t('auth.login.newText')}</p>
					<LinkButton to={`/register${next}`} variant="ghost" wide>
						{t('auth.login.register')}
					</LinkButton>
				</div>
			</Panel>
		</div>
	)
}
