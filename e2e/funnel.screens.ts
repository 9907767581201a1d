import { test } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'

import { everyPage } from './every-page.ts'
import { openWindow } from './show-answer.ts'

const file = 'docs/funnel.webp'
const names = [
	'start',
	'start-party-time',
	'party-overview',
	'party-confirmation',
	'party-invitation',
]
const phone = { width: 360, height: 740 }
/** The width of a phone in the row, and the gap between two. */
const [shrunk, gap] = [240, 16]

test(`from the first look to the invitation, in ${file}`, async ({ browser }) => {
	const sights = await everyPage(process.env['SHOP_URL'] ?? '', 'de-DE')
	const row: OverlayOptions[] = []
	for (const name of names) {
		const sight = sights.find((each) => each.name === name)
		if (!sight) throw new Error(`there is no page ${name}`)
		const { page, show, close } = await openWindow(browser, sight.visitor)
		await show(sight)
		await page.setViewportSize(phone)
		const input = await sharp(await page.screenshot())
			.resize(shrunk)
			.png()
			.toBuffer()
		row.push({ input, top: 0, left: row.length * (shrunk + gap) })
		await close()
	}
	const width = row.length * (shrunk + gap) - gap
	const height = Math.round((phone.height * shrunk) / phone.width)
	const background = { r: 0, g: 0, b: 0, alpha: 0 }
	await sharp({ create: { width, height, channels: 4, background } })
		.composite(row)
		.webp({ quality: 82 })
		.toFile(file)
})
