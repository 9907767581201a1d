import { expect, test } from '@playwright/test'

import { translator } from '#app/i18n/translator.ts'

import { openOwnShop } from './own-shop.ts'
import { openPlainBrowser } from './plain-browser.ts'

// Products that only the telephone books, as a visitor sees them (faults N17).

const phone = '+49 89 99998 123'

let own: Awaited<ReturnType<typeof openOwnShop>>
let day: string
test.beforeAll(async () => {
	const notice = "notice: { days: 300, until: '18:00' }\n"
	// Every day that a test can have is inside the notice of the Comet party; so are socks and the magic show.
	own = await openOwnShop({
		'catalogue.yaml': [
			["notice: { days: 2, until: '18:00' }\n", notice],
			[
				'    uses: [{ resource: magicians, units: 1 }]\n',
				`    uses: [{ resource: magicians, units: 1 }]\n    ${notice}`,
			],
			['    picture: /pictures/socks.svg\n', `    picture: /pictures/socks.svg\n    ${notice}`],
		],
	})
	day = await own.claimDay('any')
})
test.afterAll(() => own.close())

for (const locale of ['de-DE', 'en-EN'] as const) {
	test(`N17, ${locale}: a party inside its notice shows its times and days with the telephone number`, async () => {
		const t = translator(locale)
		const browser = openPlainBrowser({ origin: own.url })
		browser.visitor.cookies.set('locale', locale)
		const ofDay = () => browser.within('region', t('shop.steps.when'))
		const times = () => ofDay().within('group', t('shop.time.slots'))
		const isTime = (name: string) => /\d\d:\d\d/.test(name)
		const party = `/?kind=party&product=kometen-party&day=${day}&guests=8`
		await browser.open(party)
		expect(times().text()).toContain(t('shop.time.byPhone'))
		expect(times().buttons()).toEqual([])
		expect(ofDay().text()).toContain(t('shop.card.byPhone'))
		expect(ofDay().links(phone)).toEqual(['tel:+498999998123'])
		expect(ofDay().text()).not.toContain(t('shop.card.soldOut'))
		const strip = ofDay().within('list', t('shop.day.strip'))
		expect(strip.text()).toContain(t('shop.shortMarks.phone'))

		await browser.open(`${party}&month=${day.slice(0, 7)}`)
		expect(ofDay().within('table').current()).toEqual([
			expect.stringContaining(t('shop.marks.phone')),
		])
		await browser.open(`/?kind=party&product=galaxie-party&day=${day}&guests=8`)
		expect(times().buttons().filter(isTime).length).toBeGreaterThan(0)
		expect(ofDay().text()).not.toContain(t('shop.card.byPhone'))
	})
}

test('N17: extras inside their notice show the telephone number, in a visit and in a party', async () => {
	const note = translator('de-DE')('shop.card.byPhoneAt', { phone })
	const browser = openPlainBrowser({ origin: own.url })
	await browser.open(`/?kind=play&day=${day}&time=14:00&duration=120`)
	const socks = browser.within('article', 'Stoppersocken')
	expect(socks.text()).toContain(note)
	expect(socks.hasField(/Stoppersocken/)).toBe(false)

	await browser.open(`/?kind=party&product=galaxie-party&day=${day}&guests=8`)
	await browser.press(/^14:00/)
	const surprises = browser.within('group', /^Höchstens zwei Überraschungen/)
	expect(surprises.text()).toMatch(new RegExp(`Zaubershow.*${note.replace('+', String.raw`\+`)}`))
	expect(() => surprises.check(/^Zaubershow/)).toThrow('is disabled')
	surprises.check(/^Besuch von Astronautin Alva/)
})
