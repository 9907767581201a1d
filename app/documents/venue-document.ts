import type { Attachment } from '#app/gateways/mail.ts'
import { inLocale, languageTags, type Locale } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns a page of the venue as an HTML file to keep, named after the version of the terms; null when there is no such
 * page. Its HTML was sanitised when the venue was applied.
 */
export function venueDocument(
	{ order, venue }: { order: Order; venue: Venue },
	slug: string,
	name: string,
): Attachment | null {
	const page = venue.pages[slug]
	if (!page) return null
	return fileToKeep(`${name}-${order.termsVersion}`, {
		title: `${inLocale(page.title, order.locale)} · ${venue.name}`,
		body: inLocale(page.html, order.locale),
		locale: order.locale,
	})
}

/** Returns a page as a printable HTML file. `body` is sanitised HTML. */
export function fileToKeep(
	name: string,
	{ title, body, locale }: { title: string; body: string; locale: Locale },
): Attachment & { content: string } {
	const content = `<!doctype html>
<html lang="${languageTags[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replace(/[<&]/g, ' ')}</title>
<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif;color:#1f1b2e;background:#fff}</style>
</head>
<body>
${body}
</body>
</html>
`
	return {
		filename: `${name.replace(/[^\w.-]/g, '_')}.html`,
		contentType: 'text/html; charset=utf-8',
		content,
	}
}
