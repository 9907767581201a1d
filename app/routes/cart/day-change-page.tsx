import { Form } from 'react-router'

import { messagesOf, type CartAnswer } from '#app/forms/cart-answer.ts'
import { RefusalAlert } from '#app/forms/refusal-alert.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import * as styles from '#app/routes/cart/day-change-page.css.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import type { MoveView } from '#app/ui/order/move-view.ts'
import { ShortLines } from '#app/ui/order/short-lines.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence, sentence } from '#app/ui/sentence.tsx'

type DayChangePageProps = {
	cart: CartView
	change: { day: Day; lineIds: string[] }
	/** The move of the cart's lines to the new day; null when no line belongs to a day. */
	move: MoveView | null
	/** The refusal of a move from this page; null unless this page answers one. */
	answer: CartAnswer | null
	/** The path of the page that the visitor came from, on the new day; `stayAt` is that path on the cart's day. */
	returnTo: string
	stayAt: string
}

/** The page shown before another day takes lines out of the cart: it lists those that can come along, go, and stay. */
export function DayChangePage(props: DayChangePageProps) {
	const { cart, change, move, answer, returnTo, stayAt } = props
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
			{answer && <RefusalAlert messages={messagesOf(answer.result.error)} reason={answer} />}
			{move && <Along cart={cart} move={move} returnTo={returnTo} />}
			<Alert kind="warning" title={move?.label ? t('cart.dayChange.without') : undefined}>
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

type AlongProps = { cart: CartView; move: MoveView; returnTo: string }

/**
 * The form that moves the cart's lines to the new day, with the lines that it cannot move. After a refusal this page
 * shows again.
 */
function Along({ cart, move, returnTo }: AlongProps) {
	const { t } = useI18n()
	const { day, label, left, voucher } = move
	return (
		<Panel title={t('cart.dayChange.along')}>
			<Form
				method="post"
				action={`/cart?${new URLSearchParams({ day, returnTo })}`}
				className={styles.along}
			>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="day" value={day} />
				<input type="hidden" name="shown" value={move.shown} />
				<input type="hidden" name="returnTo" value={returnTo} />
				{label !== null && (
					<Button name="intent" value="moveDay" wide>
						{label}
					</Button>
				)}
				{left.length > 0 && (
					<>
						<p>{t(label === null ? 'cart.dayChange.leavesAll' : 'cart.dayChange.leaves')}</p>
						<ul className={styles.left}>
							{left.map(({ id, name, reason }) => (
								<li key={id}>{t('cartPanel.obstacle', { name, message: sentence(t, reason) })}</li>
							))}
						</ul>
					</>
				)}
				{label !== null && voucher && (
					<p>
						<Sentence of={voucher} />
					</p>
				)}
			</Form>
		</Panel>
	)
}
