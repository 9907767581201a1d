import { Form } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import { ShortLines } from '#app/ui/order/short-lines.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type DayChangePageProps = {
	cart: CartView
	change: { day: Day; lineIds: string[] }
	/** Where the visitor was, on the new day and on the one of the cart. */
	returnTo: string
	stayAt: string
}

/** Before another day takes the entries of this one away: exactly what goes, and what stays. */
export function DayChangePage({ cart, change, returnTo, stayAt }: DayChangePageProps) {
	const { t, locale } = useI18n()
	const isGoing = (line: LineView) => change.lineIds.includes(line.id)
	const staying = cart.lines.filter((line) => !isGoing(line))
	const days = {
		day: formatDay(change.day, locale, 'full'),
		current: cart.dayName ?? '',
	}
	return (
		<div className={pages.reading}>
			<title>{t('cart.dayChange.title')}</title>
			<meta name="robots" content="noindex" />
			<h1>{t('cart.dayChange.title')}</h1>
			<Alert kind="warning">
				<p>{t('cart.dayChange.warning', days)}</p>
			</Alert>
			<Panel title={t('cart.dayChange.going')}>
				<ShortLines lines={cart.lines.filter(isGoing)} />
			</Panel>
			{staying.length > 0 && (
				<Panel title={t('cart.dayChange.staying')}>
					<ShortLines lines={staying} />
				</Panel>
			)}
			<Form method="post" action="/cart" className={pages.actions}>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="day" value={change.day} />
				<input type="hidden" name="returnTo" value={returnTo} />
				<LinkButton to={stayAt} variant="ghost">
					{t('cart.dayChange.cancel')}
				</LinkButton>
				<Button name="intent" value="changeDay" variant="danger">
					{t('cart.dayChange.confirm')}
				</Button>
			</Form>
		</div>
	)
}
