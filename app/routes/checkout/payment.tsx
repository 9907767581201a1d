import { data, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { giveUpForAnother, goOnPaying } from '#app/models/payment/outcome.server.ts'
import { leadsAnywhere } from '#app/models/payment/start.server.ts'
import { wayOn } from '#app/routes/checkout/way-on.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/payment.ts'

/**
 * The page on the way to the provider. It shows at once that the visitor is being led on, while the provider is slow,
 * and then goes on by itself.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
	const gone = data({ state: 'gone' as const, next: '/' }, 410)
	if (!url.searchParams.has('go')) {
		const isOpen = await leadsAnywhere(params.sessionToken)
		return isOpen ? { state: 'leaving' as const, next: `${url.pathname}?go=1` } : gone
	}

	const started = await goOnPaying(params.sessionToken, now())
	const isAway = started === 'unavailable' && (await giveUpForAnother(params.sessionToken, now()))
	if (isAway) return redirect(wayOn('away'), 303)
	if (started === 'gone') return gone
	if (started === 'unavailable')
		return data(
			{ state: 'unavailable' as const, next: `${url.pathname}?go=1` },
			{ status: 503, headers: { 'Retry-After': '5' } },
		)
	if ('outcome' in started) return redirect(wayOn(started.outcome), 303)
	return redirect(started.redirectUrl, { status: 303 })
}

/** `Retry-After` while the provider is away. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders
}

export default function Payment({ loaderData: { state, next } }: Route.ComponentProps) {
	const { t } = useI18n()
	const title = state === 'unavailable' ? t('errors.paymentFailed') : t(`payment.${state}.title`)
	return (
		<div className={pages.narrow}>
			<title>{title}</title>
			<meta name="robots" content="noindex" />
			{state === 'leaving' && <meta httpEquiv="refresh" content={`0;url=${next}`} />}
			<h1>{title}</h1>
			<p role="status" className={pages.lead}>
				{t(`payment.${state}.text`)}
			</p>
			{/* Links, not forms: the page's policy would have to allow the provider as a form's target. */}
			<LinkButton to={next} reloadDocument wide>
				{t(`payment.${state}.button`)}
			</LinkButton>
			{state !== 'gone' && (
				<LinkButton to="/checkout/overview" variant="quiet" wide>
					{t('payment.toOverview')}
				</LinkButton>
			)}
		</div>
	)
}
