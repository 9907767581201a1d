import { softHyphened } from '#app/i18n/line-breaks.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { InvoiceKind } from '#app/models/invoice/invoice.ts'
import * as styles from '#app/ui/order/invoices.css.ts'
import { Panel } from '#app/ui/panel.tsx'

export type InvoiceSummary = {
	slug: string
	title: InvoiceKind
	number: string | null
	isForAuthority: boolean
}

/** The panel with the invoices of an order as files; nothing for an order without invoices. */
export function Invoices({ invoices, publicId }: { invoices: InvoiceSummary[]; publicId: string }) {
	const { t } = useI18n()
	if (invoices.length === 0) return null
	return (
		<Panel title={t('invoices.files')} data-screen-only>
			<InvoiceList invoices={invoices} publicId={publicId} />
		</Panel>
	)
}

/**
 * The list of an order's invoices: for each its number and the link to its PDF file, for an authority also to its
 * XRechnung.
 */
export function InvoiceList({
	invoices,
	publicId,
}: {
	invoices: InvoiceSummary[]
	publicId: string
}) {
	const { t } = useI18n()
	return (
		<ul role="list" className={styles.list}>
			{invoices.map(({ slug, title, number, isForAuthority }) => (
				<li key={slug} className={styles.item}>
					<a
						href={`/checkout/success/${publicId}/invoices/${slug}.pdf`}
						download
						className={styles.file}
					>
						{t('invoices.file', { title: softHyphened(t(`invoices.title.${title}`)) })}
					</a>
					{isForAuthority && (
						<a
							href={`/checkout/success/${publicId}/invoices/${slug}.xml`}
							download
							className={styles.file}
						>
							{t('invoices.xRechnung', { title: t(`invoices.title.${title}`) })}
						</a>
					)}
					{number && <span className={styles.number}>{number}</span>}
				</li>
			))}
		</ul>
	)
}
