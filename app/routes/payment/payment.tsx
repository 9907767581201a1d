import type { TFunction } from 'i18next'
import { data, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { giveUpForAnother, goOnPaying } from '#app/models/payment/outcome.server.ts'
import type { OrderPage } from '#app/models/payment/payment.ts'
import { pageBehind } from '#app/models/payment/start.server.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/payment.ts'

/**
 * Reads the page on the way to the provider. It shows at once that the visitor is being led on, while the provider is
 * slow, and then goes on by itself.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	const { sessionToken } = params
	const { t } = i18nOf(context)
	const next = `${url.pathname}?go=1`
	const gone = data({ ...shown(t, 'gone', null), next: '/' }, 410)
	if (!url.searchParams.has('go')) {
		const back = await pageBehind(sessionToken)
		return back ? { ...shown(t, 'leaving', wayBackTo(back)), next } : gone
	}

	const started = await goOnPaying(sessionToken, now())
	const another = started === 'unavailable' ? await giveUpForAnother(sessionToken, now()) : null
	if (another) return redirect(wayOn(another), 303)
	if (started === 'gone') return gone
	if (started === 'unavailable')
		return data(
			{ ...shown(t, 'unavailable', wayBackTo(await pageBehind(sessionToken))), next },
			{ status: 503, headers: { 'Retry-After': '5' } },
		)
	if ('outcome' in started) return redirect(wayOn(started.outcome), 303)
	return redirect(started.redirectUrl, { status: 303 })
}

/** Returns what the page on the way to the provider shows, with its words, so that browsers need not load them. */
function shown(t: TFunction, state: 'leaving' | 'gone' | 'unavailable', back: string | null) {
	return {
		state,
		back,
		title: state === 'unavailable' ? t('errors.paymentFailed') : t(`payment.${state}.title`),
		text: back && state === 'leaving' ? t('payment.leaving.rest') : t(`payment.${state}.text`),
		button: t(`payment.${state}.button`),
	}
}

/** Returns the path back to a booking whose rest or change is paid; null while an order is being paid. */
function wayBackTo(page: OrderPage | null): string | null {
	return page?.purpose ? wayOn({ ...page, isPayable: true }) : null
}

/** Returns the loader's headers: `Retry-After` while the provider is away. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders
}

export default function Payment({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { state, title, text, button, next, back } = loaderData
	return (
		<div className={pages.narrow}>
			<title>{title}</title>
			<meta name="robots" content="noindex" />
			{state === 'leaving' && <meta httpEquiv="refresh" content={`0;url=${next}`} />}
			<h1>{title}</h1>
			<p role="status" className={pages.lead}>
				{text}
			</p>
			{/* Links, not forms: the page's policy would have to allow the provider as a form's target. */}
			<LinkButton to={next} reloadDocument wide>
				{button}
			</LinkButton>
			{state !== 'gone' && (
				<LinkButton to={back ?? '/checkout/overview'} variant="quiet" wide>
					{back ? t('payment.toBooking') : t('payment.toOverview')}
				</LinkButton>
			)}
		</div>
	)
}
