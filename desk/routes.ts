import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
	// All pages inside know the member of staff who asks, have the frame, and refuse anybody who is not signed in.
	layout('routes/signed-in.tsx', [
		// Today and each other day.
		index('routes/day/today.tsx'),
		route('day/:day', 'routes/day/today.tsx', { id: 'day' }),
		route('day/:day/read', 'routes/day/read.ts'),
		route('day/:day/sheet', 'routes/day/run-sheet.tsx'),
		route('day/:day/signs', 'routes/day/door-signs.tsx'),
		// The search, from the head of every page.
		route('bookings', 'routes/search/search.tsx'),

		// The rooms of a day, blocks, closing a day.
		route('day/:day/rooms', 'routes/day/rooms.tsx'),
		route('day/:day/block', 'routes/day/block.tsx'),
		route('day/:day/lift', 'routes/day/lift.ts'),
		route('day/:day/close', 'routes/day/close-day.tsx'),

		// A booking and what is done to it.
		route('bookings/:number', 'routes/booking/booking.tsx', [
			index('routes/booking/no-form.tsx'),
			route('rest', 'routes/booking/rest.tsx'),
			route('undo/:note', 'routes/booking/undo.tsx'),
			route('pay-back', 'routes/booking/pay-back.tsx'),
			route('notes', 'routes/booking/notes.tsx'),
			route('email', 'routes/booking/email.tsx'),
			route('change', 'routes/booking/change.tsx'),
			route('move', 'routes/booking/move.tsx'),
			route('cancel', 'routes/booking/cancel.tsx'),
			route('on-site', 'routes/booking/on-site.tsx'),
			route('give-up', 'routes/booking/give-up.tsx'),
			route('refund', 'routes/booking/refund.tsx'),
		]),
		route('bookings/:number/letters', 'routes/booking/letters.ts'),
		route('bookings/:number/papers/:file', 'routes/booking/paper.tsx'),

		// A booking by telephone.
		route('new', 'routes/new/new.tsx'),
		route('new/:number', 'routes/new/done.tsx'),

		// Staff.
		route('staff', 'routes/staff/staff.tsx', [route(':staffId', 'routes/staff/person.tsx')]),
		route('staff/invite', 'routes/staff/invite.tsx'),
		route('staff/devices', 'routes/staff/forget-device.ts'),
		route('me', 'routes/sign-in/me.tsx'),

		route('keys', 'routes/keys.tsx'),
	]),

	// Signing in.
	route('sign-in', 'routes/sign-in/sign-in.tsx'),
	route('sign-in/passkey', 'routes/sign-in/offer-passkey.ts'),
	route('sign-out', 'routes/sign-in/sign-out.ts'),
	route('kept', 'routes/sign-in/kept.tsx'),
	route('welcome/:token', 'routes/sign-in/welcome.tsx'),
	route('welcome/:token/passkey', 'routes/sign-in/begin-passkey.ts'),
	route('me/passkey', 'routes/sign-in/begin-own-passkey.ts'),

	route('language', 'routes/language.ts'),
	route('healthz', 'routes/probes/health.ts'),
	route('readyz', 'routes/probes/readiness.ts'),
	route('metrics', 'routes/probes/metrics.ts'),
	route('assets/:file', 'routes/build-file.ts'),
	// Answers unknown URLs. Without this route they would answer 500: root middleware would not run.
	route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
