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

/** The invoices of an order as files; nothing when it has none. */
export function Invoices({ invoices, publicId }: { invoices: InvoiceSummary[]; publicId: string }) {
	const { t } = useI18n()
	if (invoices.length === 0) return null
	return (
		<Panel title={t('invoices.files')} data-screen-only>
			<InvoiceList invoices={invoices} publicId={publicId} />
		</Panel>
	)
}

/** The links of the files, each with the number of its invoice. */
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
