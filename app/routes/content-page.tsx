import { inLocale } from '#app/i18n/i18n.ts'
import { wrapUnbroken } from '#app/i18n/line-breaks.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import * as keptTogether from '#app/ui/kept-together.css.ts'
import { reading } from '#app/ui/page.css.ts'
import { prose, proseTitle } from '#app/ui/prose.css.ts'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/content-page.ts'

/** Reads a content page, also for the information modal. Its HTML was sanitised when the venue was applied. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { pages, name } = currentVenue()
	const page = await orNotFoundPage(Object.hasOwn(pages, params.slug) ? pages[params.slug] : null)
	const locale = localeOf(context)
	const html = inLocale(page.html, locale)
	const isTerms = params.slug === 'agb'
	return {
		title: inLocale(page.title, locale),
		html: wrapUnbroken(html, keptTogether.word),
		venue: name,
		start: startOf(html),
		isTerms,
	}
}

export default function ContentPage({
	loaderData: { title, html, venue, start, isTerms },
}: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<article className={reading}>
			<title>{`${title} · ${venue}`}</title>
			<meta name="description" content={`${title}: ${start}`} />
			<h1 className={proseTitle}>{title}</h1>
			{isTerms && (
				<p>
					<a href="/pages/agb/file" download className={textLink}>
						{t('layout.termsFile')}
					</a>
				</p>
			)}
			<div className={prose} dangerouslySetInnerHTML={{ __html: html }} />
		</article>
	)
}

const LONGEST_START = 150

/** The first words of a page, for search results; skips quotations, which are remarks about the page. */
function startOf(html: string): string {
	const text = html
		.replace(/<blockquote>[\s\S]*?<\/blockquote>/g, '')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll('&amp;', '&')
		.replaceAll(/&#?\w+;/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
	if (text.length <= LONGEST_START) return text
	return `${text.slice(0, LONGEST_START).replace(/\s\S*$/, '')} …`
}
