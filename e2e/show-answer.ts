import { expect, type Browser, type CDPSession, type Page } from '@playwright/test'

import type { Sight } from './every-page.ts'
import { alive } from './screens/visit.ts'

/** A window of one visitor, which shows the answers to this visitor. */
export type VisitorWindow = {
	page: Page
	/** Shows the page as it was answered, after a post too; everything else comes from the shop. */
	show: (sight: Sight) => Promise<void>
	close: () => Promise<void>
}

export async function openWindow(
	browser: Browser,
	visitor: Sight['visitor'],
): Promise<VisitorWindow> {
	const origin = process.env['SHOP_URL'] ?? ''
	const locale = visitor.cookies.get('locale') === 'en-EN' ? 'en-GB' : 'de-DE'
	const context = await browser.newContext({ baseURL: origin, locale })
	await context.addCookies(
		[...visitor.cookies].map(([name, value]) => ({ name, value, url: origin })),
	)
	const page = await context.newPage()
	const client = await context.newCDPSession(page)
	const answerNext = await answerDocuments(client)
	return {
		page,
		async show({ path, answer, opens }) {
			await page.emulateMedia({ media: null, forcedColors: null })
			await client.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
			answerNext(new URL(path, origin).href, answer)
			await page.goto(path)
			await alive(page)
			await page.evaluate(() => document.fonts.ready.then(() => {}))
			if (opens) await open(page, opens)
		},
		close: () => context.close(),
	}
}

/**
 * Answers the next document at an address in place of the shop, and no other document: a page that redirects by itself,
 * as to a payment provider, is kept in view. Scripts, styles and fonts stay in the browser's cache, unlike with
 * `page.route`.
 */
async function answerDocuments(client: CDPSession) {
	let next: { url: string; answer: Sight['answer'] } | undefined
	client.on('Fetch.requestPaused', ({ requestId, request }) => {
		if (request.url !== next?.url) {
			void client.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
			return
		}
		const { status, headers, text } = next.answer
		next = undefined
		const responseHeaders = [
			{ name: 'Content-Type', value: 'text/html; charset=utf-8' },
			{
				name: 'Content-Security-Policy',
				value: headers.get('Content-Security-Policy') ?? '',
			},
		]
		const body = Buffer.from(text).toString('base64')
		void client.send('Fetch.fulfillRequest', {
			requestId,
			responseCode: status,
			responseHeaders,
			body,
		})
	})
	await client.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
	return (url: string, answer: Sight['answer']) => (next = { url, answer })
}

/** Opens the information modal by its event. */
async function open(page: Page, detail: NonNullable<Sight['opens']>) {
	const dialog = page.getByRole('dialog', { name: detail.title })
	await expect(async () => {
		await page.evaluate(
			(given) => window.dispatchEvent(new CustomEvent('raumzeit:information', { detail: given })),
			detail,
		)
		await expect(dialog).toBeVisible({ timeout: 1000 })
	}).toPass()
}
