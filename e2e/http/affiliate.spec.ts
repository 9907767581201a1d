import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { order, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Answer } from './visitor.ts'

const origin = process.env['SHOP_URL'] ?? ''
const attributes = 'Max-Age=31536000; Path=/; Secure; SameSite=Lax'

test('a partner’s link is remembered for a year, from any page, and no other visit sets the cookie', async () => {
	for (const path of ['/', '/pages/faq', '/cart', '/nope', '/party', '/account', '/_.data']) {
		const answer = await newVisitor(origin).get(`${path}?awc=1234_1700000000_ab`)
		expect([path, cookieOf(answer)]).toEqual([path, `awc=1234_1700000000_ab; ${attributes}`])
	}
	const none = [
		'',
		'?awc=',
		`?awc=${'x'.repeat(301)}`,
		'?other=1',
		'?awc=%00',
		'?awc=a%0D%0AX:%201',
	]
	for (const query of none)
		expect(cookieOf(await newVisitor(origin).get(`/${query}`))).toBe(undefined)
	const odd = await newVisitor(origin).get('/?awc=a%3B%20Domain%3Devil.example')
	expect(cookieOf(odd)).toBe(`awc=a%3B%20Domain%3Devil.example; ${attributes}`)
})

test('a cookie with a value that no partner’s link has blocks no order', async () => {
	for (const cookie of ['%00', '%F0%9F%98%80', '%E0%A4%A']) {
		const { visitor, version } = await readyToOrder(origin, await claimDay('any'))
		visitor.cookies.set('awc', cookie)
		await order(visitor, version)
	}
})

test('a venue that asks for consent sets nothing before the answer, and keeps the partner until then', async () => {
	const shop = await openOwnShop({ 'venue.yaml': [['consent: off', 'consent: required']] })
	try {
		const visitor = newVisitor(shop.url)
		for (const [path, location] of [
			['/checkout/overview?awc=a%26b', '/cart?awc=a%26b'],
			['/account?awc=5', '/login?callbackUrl=%2Faccount%3Fawc%3D5&awc=5'],
			['/checkout/overview?awc=', '/cart'],
		] as const)
			expect([path, (await visitor.get(path)).location]).toEqual([path, location])
		const elsewhere = await visitor.get('/karte?awc=5')
		expect(elsewhere.location).toBe('https://www.openstreetmap.org/#map=6/51.33/10.45')
		const moved = await visitor.get('/party?awc=partner-7')
		expect(moved.location).toBe('/?kind=party&awc=partner-7')
		const asked = await visitor.get('/?guests=3&awc=partner-7')
		expect([cookieOf(moved), cookieOf(asked)]).toEqual([undefined, undefined])
		expect(asked.text).toContain('name="awc" value="partner-7"')
		expect(asked.text).toContain('name="returnTo" value="/?guests=3"')

		const form = { awc: 'partner-7', returnTo: '/?guests=3' }
		const refused = await visitor.post('/affiliate', { ...form, answer: 'refuse' })
		expect([refused.status, refused.location, cookieOf(refused)]).toEqual([
			303,
			'/?guests=3',
			undefined,
		])
		const allowed = await visitor.post('/affiliate', { ...form, answer: 'allow' })
		expect([allowed.location, cookieOf(allowed)]).toEqual([
			'/?guests=3',
			`awc=partner-7; ${attributes}`,
		])
		const unclear = await visitor.post('/affiliate', { ...form, answer: 'x' })
		expect([unclear.status, unclear.location]).toEqual([303, '/?guests=3'])
		expect((await visitor.get('/checkout/overview?awc=partner-7')).location).toBe('/cart')
		expect((await visitor.get('/?awc=partner-7')).text).not.toContain('action="/affiliate"')
		expect((await visitor.get('/?awc=partner-8')).text).toContain('value="partner-8"')
		const away = { ...form, answer: 'allow', returnTo: '//evil.example' }
		expect((await visitor.post('/affiliate', away)).location).toBe('/')
	} finally {
		await shop.close()
	}
})

function cookieOf({ headers }: Answer): string | undefined {
	return headers.getSetCookie().find((cookie) => cookie.startsWith('awc='))
}
