import { useI18n } from '#app/i18n/use-i18n.ts'

/** The description of a page for search engines and for links that visitors share. */
export type AboutPage = {
	claim: string
	origin: string
	/**
	 * The facts that describe the start page, where `gift` means that it shows gift vouchers, and `path` is the one that
	 * search engines list; null on content pages.
	 */
	start: { city: string; intro: string; shows: 'all' | 'gift'; path: string } | null
}

/** Writes the tags for links that visitors share into a page's head, and on the start page its description. */
export function About({ claim, origin, start, name }: AboutPage & { name: string }) {
	const { t } = useI18n()
	if (!start)
		return (
			<SharedLink name={name} origin={origin} title={t('shop.title', { claim, venue: name })} />
		)

	const { shows, path, ...place } = start
	const description = {
		all: t('layout.description', { claim, name, ...place }),
		gift: t('layout.giftDescription', { name, ...place }),
	}[shows]
	const title = { all: claim, gift: t('shop.headings.gift') }[shows]
	return (
		<>
			<meta name="description" content={description} />
			<SharedLink
				name={name}
				origin={origin}
				path={path}
				title={t('shop.title', { claim: title, venue: name })}
				description={description}
			/>
		</>
	)
}

type SharedLinkProps = {
	name: string
	origin: string
	/** The page's path without a visitor's choices; left out where the address itself is a secret key. */
	path?: string
	title: string
	description?: string
}

/**
 * Writes the tags with the words and the picture that messengers show of a shared link. A messenger fetches them one
 * time and shows them to everybody who gets the link, so they hold nothing that only some may know.
 */
export function SharedLink({ name, origin, path, title, description }: SharedLinkProps) {
	const { locale } = useI18n()
	return (
		<>
			<meta property="og:type" content="website" />
			<meta property="og:site_name" content={name} />
			<meta property="og:title" content={title} />
			{description && <meta property="og:description" content={description} />}
			{path && <meta property="og:url" content={origin + path} />}
			<meta property="og:locale" content={locale.replace('-', '_')} />
			<meta property="og:image" content={`${origin}/social.png`} />
			<meta property="og:image:width" content="1200" />
			<meta property="og:image:height" content="630" />
			<meta name="twitter:card" content="summary_large_image" />
		</>
	)
}
