import { LoginForm } from '#app/forms/login-form.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { anonymousOnly } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { filledCart } from '#app/middleware/visit.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { signInByForm } from '#app/routes/auth/sign-in.server.ts'
import { BesideCart, CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import * as styles from '#app/routes/checkout/sign-in.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { viewCart } from '#app/ui/order/cart-view.ts'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/sign-in.ts'

export const middleware = [anonymousOnly('/checkout/address')]

export async function loader({ context }: Route.LoaderArgs) {
	const cart = await filledCart(context)
	return { cart: viewCart(currentVenue(), cart, { locale: localeOf(context), now: now() }) }
}

export const headers = headersOfAction

export function action({ request, context }: Route.ActionArgs) {
	return signInByForm({ request, context }, () => '/checkout/address')
}

export default function SignIn({ loaderData: { cart }, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<CheckoutPage step="signIn" title={t('checkout.signIn.title')}>
			<BesideCart cart={cart} returnTo="/checkout/sign-in">
				<div className={styles.ways}>
					<Panel title={t('checkout.signIn.guest')} className={styles.way}>
						<p>{t('checkout.signIn.guestText')}</p>
						<LinkButton to="/checkout/address" wide>
							{t('checkout.signIn.guest')}
						</LinkButton>
					</Panel>
					<Panel title={t('checkout.signIn.account')} className={styles.way}>
						<LoginForm
							action="/checkout/sign-in"
							callbackUrl={null}
							result={actionData}
							submit={t('checkout.signIn.submit')}
						/>
						<LinkButton to="/register?callbackUrl=%2Fcheckout%2Faddress" variant="quiet" wide>
							{t('auth.login.register')}
						</LinkButton>
					</Panel>
				</div>
				<div className={pages.actions}>
					<LinkButton to="/cart" variant="ghost">
						{t('checkout.backToCart')}
					</LinkButton>
				</div>
			</BesideCart>
		</CheckoutPage>
	)
}
