import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

import { providerNames } from '#app/models/provider.ts'

export default [
	index('routes/shop/shop.tsx'),
	route('cart', 'routes/cart/cart.tsx'),
	route('pages/:slug', 'routes/content-page.tsx'),
	route('pages/:slug/file', 'routes/page-file.ts'),
	route('withdrawal', 'routes/withdrawal/withdrawal.tsx'),
	route('locale', 'routes/locale.ts'),
	route('draft', 'routes/draft.ts'),
	route('affiliate', 'routes/affiliate.ts'),

	route('login', 'routes/auth/login.tsx'),
	route('register', 'routes/auth/register.tsx'),
	route('logout', 'routes/auth/logout.ts'),
	route('forgot-password', 'routes/auth/forgot-password.tsx'),
	route('reset-password/:resetToken', 'routes/auth/reset-password.tsx'),
	route('.well-known/change-password', 'routes/auth/change-password.ts'),
	route('verify-email/:token', 'routes/auth/verify-email.tsx'),

	route('account', 'routes/account/account-area.tsx', [
		index('routes/account/overview.tsx'),
		route('access-data', 'routes/account/access-data.tsx'),
		route('access-data/data.json', 'routes/account/data-file.ts'),
		route('access-data/passkeys', 'routes/account/passkeys.tsx'),
		route('access-data/delete', 'routes/account/delete-account.tsx'),
		route('personal-data', 'routes/account/personal-data.tsx'),
		route('orders', 'routes/account/orders.tsx'),
		route('orders/details/:bookingId', 'routes/account/order-details.tsx'),
	]),

	...prefix('checkout', [
		route('sign-in', 'routes/checkout/sign-in.tsx'),
		route('address', 'routes/checkout/address.tsx'),
		route('overview', 'routes/checkout/overview.tsx'),
		...providerNames.map((name) =>
			route(`success/${name}`, 'routes/payment/payment-return.ts', { id: `${name}-return` }),
		),
		route('success/:bookingId', 'routes/checkout/success.tsx'),
		route('success/:bookingId/gift-vouchers', 'routes/checkout/gift-vouchers.tsx'),
		route('success/:bookingId/gift-vouchers.pdf', 'routes/checkout/gift-vouchers-file.ts'),
		route('success/:bookingId/calendar.ics', 'routes/checkout/calendar-file.ts'),
		route('success/:bookingId/invitation', 'routes/invitation/invite.ts'),
		route('success/:bookingId/invoices/:file', 'routes/checkout/invoice-file.ts'),
	]),
	route('booking/:bookingId', 'routes/booking/booking.tsx'),
	route('booking/:bookingId/cancel', 'routes/booking/cancel.tsx'),
	route('booking/:bookingId/code', 'routes/booking/code.tsx'),
	route('booking/:bookingId/rest', 'routes/payment/rest.tsx'),
	route('booking/:bookingId/payment', 'routes/payment/change-payment.tsx'),
	route('booking/:bookingId/change', 'routes/booking/change.tsx'),
	route('booking/:bookingId/move', 'routes/booking/move.tsx'),
	route('pay/:payCode', 'routes/payment/pay-link.tsx'),
	route('payment/:sessionToken', 'routes/payment/payment.tsx'),
	route('invitation/:token', 'routes/invitation/invitation.tsx'),
	route('invitation/:token/calendar.ics', 'routes/invitation/calendar-file.ts'),

	route('api/auth/*', 'routes/api/auth.ts'),
	route('api/passkey', 'routes/api/passkey.ts'),
	route('api/guid/provide', 'routes/api/guid.ts'),
	route('api/payments/:provider/webhook', 'routes/api/payment-webhook.ts'),
	route('healthz', 'routes/api/health.ts'),
	route('readyz', 'routes/api/readiness.ts'),
	route('metrics', 'routes/api/metrics.ts'),
	route('_ipx/*', 'routes/api/picture.ts'),
	route('pictures/:file', 'routes/api/picture-file.ts'),
	route('assets/:file', 'routes/build-file.ts'),
	route('builds/latest.json', 'routes/api/latest-build.ts'),
	route('builds/meta/:file', 'routes/api/build-meta.ts'),
	route('site.webmanifest', 'routes/manifest.ts'),
	route('robots.txt', 'routes/robots.ts'),
	route('sitemap.xml', 'routes/sitemap.ts'),

	// Without this route an unknown address answers 500, because the root's middleware would not run.
	route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
