import type { Attachment } from '#app/gateways/mailer.server.ts'
import { inLocale, languageTags } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order.ts'
import type { Venue } from '#app/models/venue.ts'

/**
 * A page of the venue as a file to keep, named after the version of the terms; null when there is no
 * such page. Its HTML is the operator's and was made harmless when it was applied.
 */
export function venueDocument(
	{ order, venue }: { order: Order; venue: Venue },
	slug: string,
	name: string,
): Attachment | null {
	const page = venue.pages[slug]
	if (!page) return null
	const title = `${inLocale(page.title, order.locale)} · ${venue.name}`
	const content = `<!doctype html>
<html lang="${languageTags[order.locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replace(/[<&]/g, ' ')}</title>
<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif;color:#1f1b2e;background:#fff}</style>
</head>
<body>
${inLocale(page.html, order.locale)}
</body>
</html>
`
	return {
		filename: `${name}-${order.termsVersion.replace(/[^\w.-]/g, '_')}.html`,
		contentType: 'text/html; charset=utf-8',
		content,
	}
}
