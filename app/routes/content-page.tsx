import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { contentWords } from '#app/routes/content-words.server.ts'
import { reading } from '#app/ui/page.css.ts'
import { prose, proseTitle } from '#app/ui/prose.css.ts'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/content-page.ts'

/**
 * Reads one of the venue's content pages, also for the window that shows it above another page. Its HTML was sanitised
 * when the venue's files were applied.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { slug } = params
	const { pages, name, calendar } = currentVenue()
	const page = await orNotFoundPage(Object.hasOwn(pages, slug) ? pages[slug] : null)
	const saying = { slug, page, locale: localeOf(context), today: today(now()) }
	return { ...contentWords(calendar, saying), venue: name, isTerms: slug === 'agb' }
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
