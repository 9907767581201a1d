import { shownWebsite } from '#app/documents/website.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { ownOrder } from '#app/middleware/own-order.server.ts'
import { euros } from '#app/models/money.ts'
import { listGiftVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { giftWordsIn } from '#app/models/product/answer.ts'
import { qrCode } from '#app/models/qr-code.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import * as styles from '#app/routes/checkout/gift-vouchers.css.ts'
import { flush } from '#app/ui/button.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Picture } from '#app/ui/picture.tsx'
import { QrPicture } from '#app/ui/qr-picture.tsx'

import type { Route } from './+types/gift-vouchers.ts'

/** Reads the gift vouchers that an order sold, for their buyer alone: a code is enough to spend the voucher. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const order = await ownOrder(context, params.bookingId)
	const venue = currentVenue()
	const locale = localeOf(context)
	const sold = await listGiftVouchers(order.id)
	orNotFound(sold[0])
	return {
		venue: venue.name,
		texts: pageTexts(locale, 'giftVoucher'),
		website: shownWebsite(venue.contact.website),
		qr: qrCode(siteOrigin),
		words: giftWordsIn(order.answers),
		back: `/checkout/success/${order.publicId}`,
		vouchers: sold.map(({ delivery, title, code, amount, validUntil }) => ({
			title: inLocale(title, locale),
			amount: euros(amount, locale),
			code: delivery === 'post' ? null : code,
			until: validUntil && formatDay(validUntil, locale, 'numeric'),
		})),
	}
}

export default function GiftVouchers({
	loaderData: { venue, website, qr, words, back, vouchers },
}: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<div className={pages.reading}>
			<title>{t('giftVoucher.title', { venue })}</title>
			<meta name="robots" content="noindex" />
			<h1 data-screen-only>{t('giftVoucher.title', { venue })}</h1>
			<div className={styles.actions} data-screen-only>
				<Button type="button" className={styles.print} onClick={() => window.print()}>
					{t('giftVoucher.print')}
				</Button>
				{vouchers.some(({ code }) => code !== null) && (
					<LinkButton to={`${back}/gift-vouchers.pdf`} reloadDocument variant="ghost">
						{t('giftVoucher.pdf')}
					</LinkButton>
				)}
				<LinkButton to={back} variant="quiet" className={flush}>
					{t('giftVoucher.back')}
				</LinkButton>
			</div>
			<ul role="list" className={styles.vouchers}>
				{vouchers.map((voucher, index) => (
					<li key={voucher.code ?? index} className={styles.sheet}>
						<Sheet {...voucher} venue={venue} website={website} qr={qr} words={words} />
					</li>
				))}
			</ul>
		</div>
	)
}

type SheetProps = Pick<Route.ComponentProps['loaderData'], 'venue' | 'website' | 'qr' | 'words'> &
	Route.ComponentProps['loaderData']['vouchers'][number]

/**
 * A gift voucher to give away, with lines to write on and how to redeem it. A voucher sent by post shows no code here.
 */
function Sheet({ title, amount, code, until, venue, website, qr, words }: SheetProps) {
	const { t } = useI18n()
	return (
		<>
			<Picture
				src="/pictures/hero.svg"
				width={640}
				height={400}
				alt=""
				first
				className={styles.art}
			/>
			<div className={styles.band}>
				<h2 className={styles.claim}>{t('giftVoucher.title', { venue })}</h2>
				<p className={styles.amount}>{amount}</p>
			</div>
			<div className={styles.people}>
				<Line label={t('giftWords.for')} text={words.for} />
				<Line label={t('giftWords.from')} text={words.from} />
			</div>
			{words.message ? (
				<p className={styles.message}>{words.message}</p>
			) : (
				<Line label={t('giftWords.message')} text="" />
			)}
			<div className={styles.redeem}>
				{code ? (
					<>
						<QrPicture code={qr} label={t('giftVoucher.qr', { website })} />
						<div className={styles.how}>
							<code className={styles.code}>{code}</code>
							<p>{t('giftVoucher.how', { website })}</p>
						</div>
					</>
				) : (
					<p className={styles.byPost}>{t('giftVoucher.byPost')}</p>
				)}
			</div>
			<p className={styles.imprint}>
				<FactLine>
					<Fact>{title}</Fact>
					{until && <Fact>{t('giftVoucher.until', { day: until })}</Fact>}
				</FactLine>
			</p>
		</>
	)
}

/** Shows a label with the typed text, or with an empty line to write on by hand. */
function Line({ label, text }: { label: string; text: string }) {
	return (
		<p className={styles.line}>
			{label}
			{text && <strong className={styles.written}>{text}</strong>}
		</p>
	)
}
