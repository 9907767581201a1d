import { currentVenue } from '#app/models/venue/current.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { found } from '#app/middleware/not-found.server.ts'

import { reading } from '#app/ui/page.css.ts'
import { prose } from '#app/ui/prose.css.ts'

import type { Route } from './+types/content-page.ts'

/** The information modal reads this too. The HTML was made harmless when the venue was applied. */
export function loader({ params, context }: Route.LoaderArgs) {
	const { pages, name } = currentVenue()
	const page = found(Object.hasOwn(pages, params.slug) ? pages[params.slug] : null)
	const locale = localeOf(context)
	return { title: inLocale(page.title, locale), html: inLocale(page.html, locale), venue: name }
}

export default function ContentPage({ loaderData: { title, html, venue } }: Route.ComponentProps) {
	return (
		<article className={reading}>
			<title>{`${title} · ${venue}`}</title>
			<h1>{title}</h1>
			<div className={prose} dangerouslySetInnerHTML={{ __html: html }} />
		</article>
	)
}
