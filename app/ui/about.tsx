import { useI18n } from '#app/i18n/use-i18n.ts'

/** What is said about a page to those who list or share it. */
export type AboutPage = {
	claim: string
	origin: string
	/** On the start page; others have a description of their own. */
	start: { city: string; intro: string } | null
}

/** In the head of a page: the picture and the words of a link that somebody shares. */
export function About(page: AboutPage & { name: string }) {
	const { claim, origin, start, name } = page
	const { t, locale } = useI18n()
	return (
		<>
			{start && (
				<meta name="description" content={t('layout.description', { claim, name, ...start })} />
			)}
			<meta property="og:type" content="website" />
			<meta property="og:site_name" content={name} />
			<meta property="og:title" content={`${claim} · ${name}`} />
			<meta property="og:locale" content={locale.replace('-', '_')} />
			<meta property="og:image" content={`${origin}/social.png`} />
			<meta property="og:image:width" content="1200" />
			<meta property="og:image:height" content="630" />
			<meta name="twitter:card" content="summary_large_image" />
		</>
	)
}
