import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { registration } from './http/registered.ts'
import { newEmail } from './new-email.ts'
import { alive } from './screens/visit.ts'

test('an hour after a newer build is out, the next link is a page of its own, and so is a form @javascript', async ({
	page,
	cart,
	given,
	day,
}) => {
	await given.tickets(day)
	await page.clock.install()
	await page.goto('/')
	await alive(page)
	const documents = countDocuments(page)
	await page
		.getByRole('banner')
		.getByRole('link', { name: /Warenkorb/ })
		.click()
	await expect(page).toHaveURL(/\/cart$/)
	expect(documents.count).toBe(0)

	await page.route('/builds/latest.json', (route) =>
		route.fulfill({ json: { id: 'newer', timestamp: 2 } }),
	)
	const anHourLater = async () => {
		await page.clock.fastForward('01:00:01')
		const document = page.waitForRequest((request) => request.isNavigationRequest())
		await page.getByRole('banner').getByRole('link').first().click()
		await document
	}
	await anHourLater()
	await cart.open()
	await anHourLater()
})

test('the build has an id, and its description stays under that id @journeys @javascript', async ({
	request,
}) => {
	const latest = await request.get('/builds/latest.json')
	const { id, timestamp } = await latest.json()
	expect(latest.headers()['cache-control']).toBe('no-cache')
	expect(Date.now() - timestamp).toBeGreaterThan(0)
	const meta = await request.get(`/builds/meta/${id}.json`)
	expect(meta.headers()['cache-control']).toContain('immutable')
	expect(await meta.json()).toMatchObject({ id, timestamp })
	expect((await request.get('/builds/meta/other.json')).status()).toBe(404)
})

test('a script of another build is served as that build named it (faults J2) @journeys @javascript', async ({
	request,
	database,
}) => {
	const name = `page-${crypto.randomUUID()}.js`
	expect((await request.get(`/assets/${name}`)).status()).toBe(404)
	await database`
		insert into build_files (path, content, built_at) values (${name}, ${Buffer.from('export {}')}, now())`
	const script = await request.get(`/assets/${name}`)
	expect(await script.text()).toBe('export {}')
	expect(script.headers()).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=31536000, immutable',
		'x-content-type-options': 'nosniff',
	})
	expect(script.headers()['set-cookie']).toBeUndefined()
})

test('a start stores every file that the pages of its build ask for (faults J2) @journeys @javascript', async ({
	request,
	database,
}) => {
	const text = await (await request.get('/')).text()
	const names = [...text.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name)
	const rows = await database`select path from build_files where path in ${database(names)}`
	expect(new Set(rows.map(({ path }) => path))).toEqual(new Set(names))
	expect(names.length).toBeGreaterThan(10)
})

test('the information modal: from anywhere by its event, sanitized, extra-large, quickly @javascript', async ({
	page,
	expectComplaint,
}) => {
	// Newer browsers report this also of a document that shows nothing and runs nothing.
	expectComplaint('Executing inline event handler violates the following Content Security Policy')
	await page.goto('/pages/faq')
	await alive(page)
	await inform(page, {
		title: 'Zur <Laser-Arena>',
		content:
			'<p>Ab <b>sechs</b> Jahren</p><script>document.title = "evil"</script><img src=x onerror="document.title = \'evil\'"><a href="javascript:alert(1)">hier</a>',
	})
	const dialog = page.getByRole('dialog', { name: 'Zur <Laser-Arena>' })
	await expect(dialog.getByText('Ab sechs Jahren')).toBeVisible()
	await expect(dialog.locator('script, img, [href^="javascript"]')).toHaveCount(0)
	await expect(dialog.getByRole('button', { name: 'schliessen', exact: true })).toBeVisible()
	const look = await dialog.evaluate((element) => {
		const { transitionDuration, width } = getComputedStyle(element)
		const { backgroundColor } = getComputedStyle(element, '::backdrop')
		return { transitionDuration, width: parseFloat(width), backgroundColor }
	})
	expect(look.transitionDuration).toMatch(/^0\.25s/)
	expect(look.width).toBeGreaterThan(1000)
	await expect
		.poll(() =>
			dialog.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor),
		)
		.toBe('rgba(0, 0, 0, 0.4)')

	await inform(page, { title: 'Danach', content: 'Noch etwas' })
	await expect(page.getByRole('dialog', { name: 'Danach' })).toContainText('Noch etwas')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toBeHidden()
	await inform(page, { title: 'Kein Inhalt' })
	await expect(page.getByRole('dialog')).toBeHidden()
})

test('the information modal shows pictures of our own and no others @journeys @javascript', async ({
	page,
}) => {
	const own = '/_ipx/f_webp&w_320&q_90/pictures/park.svg'
	const strange = [
		'https://evil.example/x.png',
		'//evil.example/x.png',
		'data:image/png;base64,AA',
		'/locale/en-EN',
		'/pictures/park.svg?go=1',
		'/payment/token',
	]
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await page.goto('/pages/faq')
	await alive(page)
	await inform(page, {
		title: 'Unser Park',
		content: `<p>Hier: <img src="${own}" srcset="${own} 1x, ${own.replace('320', '640')} 2x" width="320" height="200" alt="Der Park"></p>
			<img src="${own}" srcset="${own} 1x, https://evil.example/x.png 2x" width="9e9" alt="Noch einmal">
			${strange.map((src) => `<img src="${src}" alt="fremd">`).join('')}`,
	})
	const dialog = page.getByRole('dialog', { name: 'Unser Park' })
	const picture = dialog.getByRole('img', { name: 'Der Park' })
	await expect(picture).toHaveJSProperty('naturalWidth', 320)
	await expect(picture).toHaveAttribute('srcset', /w_320.* 1x, .*w_640.* 2x/)
	await expect(dialog.getByRole('img')).toHaveCount(2)
	const again = dialog.getByRole('img', { name: 'Noch einmal' })
	await expect(again).not.toHaveAttribute('srcset')
	await expect(again).not.toHaveAttribute('width')
	await expect(dialog).toContainText('fremd')
	for (const src of strange)
		expect(asked.filter((url) => url === src || url.endsWith(src))).toEqual([])
})

test('one page fades into the next @journeys @javascript', async ({ page }) => {
	await page.addInitScript(() => {
		const start = document.startViewTransition.bind(document)
		document.startViewTransition = (update) => {
			const transition = start(update)
			void transition.finished.then(() => {
				document.documentElement.dataset['faded'] = 'yes'
			})
			return transition
		}
	})
	await page.goto('/pages/faq')
	await alive(page)
	await page
		.getByRole('banner')
		.getByRole('link', { name: /Warenkorb/ })
		.click()
	await expect(page).toHaveURL(/\/cart$/)
	await expect(page.locator('html[data-faded]')).toBeAttached()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a message: top right, 365 px, above everything; on a phone it covers no heading @journeys', async ({
	page,
}) => {
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 800 })
		await signOut(page)
		const list = page.getByRole('list', { name: 'Meldungen' })
		const message = list.getByRole('listitem')
		await expect(message).toBeVisible()
		// With the style: the document is here, its style sheet may still be loading.
		await expect(list).toHaveCSS('z-index', '4000')
		const box = await message.boundingBox()
		const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
		if (!box || !heading) throw new Error('Nothing is to be seen')
		if (width === 1280) expect([box.width, box.x + box.width]).toEqual([365, 1280 - 16])
		else expect(box.y + box.height).toBeLessThanOrEqual(heading.y)
	}
})

test('a message stays while the pointer is on it, and then goes @journeys @javascript', async ({
	page,
}) => {
	await signOut(page)
	const message = page.getByRole('list', { name: 'Meldungen' }).getByRole('listitem')
	await message.hover()
	const state = () =>
		message.evaluate((element) => element.getAnimations().map((animation) => animation.playState))
	await expect.poll(state).toContain('paused')
	await page.mouse.move(5, 700)
	await expect.poll(state).not.toContain('paused')
	await message.evaluate((element) => {
		for (const animation of element.getAnimations()) animation.finish()
	})
	await expect(message).toBeHidden()
})

/** Signs out, which leaves a message for the next page. */
async function signOut(page: Page) {
	const origin = process.env['SHOP_URL'] ?? ''
	const account = registration(newEmail())
	for (const [path, form] of [
		['/register', account],
		['/logout', {}],
	] as const) {
		const options = { form, headers: { Origin: origin }, maxRedirects: 0 }
		expect((await page.context().request.post(path, options)).status()).toBe(303)
	}
	// A message hides itself some seconds after it is seen.
	await page.goto('/pages/faq', { waitUntil: 'commit' })
}

function countDocuments(page: Page) {
	const documents = { count: 0 }
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents.count += 1
	})
	return documents
}

function inform(page: Page, detail: object) {
	return page.evaluate(
		(detail) => window.dispatchEvent(new CustomEvent('raumzeit:information', { detail })),
		detail,
	)
}
