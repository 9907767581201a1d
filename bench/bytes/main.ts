import { watchRequests } from '../../e2e/screens/visit.ts'
import { sentFor } from '../../e2e/sent.ts'
import { openBrowser } from '../browser.ts'

// `npm run bytes`: the bytes that the network carries for the first view of a page, as a table. With BYTES_URL from a
// running shop, else from one of its own.

const paths = ['/', '/?kind=party', '/cart', '/login', '/pages/faq']

const given = process.env['BYTES_URL']
const { browser, stop } = await openBrowser(given)
try {
	for (const path of paths) {
		const context = await browser.newContext({
			baseURL: given ?? process.env['SHOP_URL'] ?? '',
			viewport: { width: 360, height: 740 },
			locale: 'de-DE',
		})
		watchRequests(context)
		const sent = await sentFor(await context.newPage(), path)
		const cells = Object.entries(sent).map(
			([kind, { files, bytes }]) => `${kind} ${(bytes / 1024).toFixed(1)} KB in ${files}`,
		)
		console.log(`${path.padEnd(14)}${cells.map((cell) => cell.padEnd(26)).join('')}`)
		await context.close()
	}
} finally {
	await browser.close()
	await stop()
}
