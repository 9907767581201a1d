import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { LinkView } from '#desk/routes/new/link-view.server.ts'
import * as own from '#desk/routes/new/new.css.ts'
import * as words from '#desk/ui/words.css.ts'

/** A pay link to read out on the telephone: its amount, its code of ten signs, and until when it can be paid. */
export function LinkToRead({ link: { host, code, until, amount } }: { link: LinkView }) {
	const { t } = useDeskI18n()
	return (
		<>
			<p>{t('phone.done.read', { until, amount })}</p>
			<p className={own.code}>
				{host}
				<wbr />
				/pay/
				<br />
				{code}
			</p>
			<p className={words.soft}>{t('phone.done.free', { until })}</p>
		</>
	)
}
