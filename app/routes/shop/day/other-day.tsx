import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/other-day.css.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { ShopView, WholeMove } from '#app/routes/shop/view/shop-view.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'

/**
 * Returns the props of the notice that the cart is for another day than the one shown; null when it is not, or is being
 * ordered. A cart is for one day: changing it leads to a page that says what would be lost.
 */
export function useDayChange({
	cart,
	search: { day },
	move,
}: Pick<ShopView, 'cart' | 'search' | 'move'>): OtherDayProps | null {
	const { pathname, search } = useLocation()
	if (!cart?.day || !cart.dayName || cart.day === day || cart.isOrdered) return null
	return {
		path: `/cart?${new URLSearchParams({ day, returnTo: pathname + search })}`,
		cartDay: cart.day,
		cartDayName: cart.dayName,
		move,
	}
}

type DayOfCartProps = { change: OtherDayProps | null; cartDayName: string | null }

/**
 * Shows a notice with what can be done while the day shown is not the cart's. Once the cart has moved to that day, says
 * so at the same height, so that nothing below moves under the finger (faults N44).
 */
export function DayOfCart({ change, cartDayName }: DayOfCartProps) {
	const { t } = useI18n()
	const { search } = useShopping()
	const [offeredFor, setOfferedFor] = useState<string | null>(null)
	const box = useRef<HTMLDivElement>(null)
	const height = useRef(0)
	if (change && offeredFor !== search.day) setOfferedFor(search.day)
	const hasMoved = !change && cartDayName !== null && offeredFor === search.day
	useLayoutEffect(() => {
		if (!box.current) return
		if (change) height.current = box.current.offsetHeight
		box.current.style.minHeight = hasMoved ? `${height.current}px` : ''
	})
	return (
		<div ref={box} role="status" className={styles.place}>
			{change && <OtherDay {...change} />}
			{hasMoved && <Alert kind="success" title={t('shop.otherDay.moved', { day: cartDayName })} />}
		</div>
	)
}

type OtherDayProps = {
	path: string
	cartDay: string
	cartDayName: string
	/** The move that takes the whole cart to the day shown; null when something would be lost. */
	move: WholeMove | null
}

/**
 * Says that the cart is for another day than the one shown and offers what can be done: take the whole cart along with
 * one button where that loses nothing, go to the page that says what would be lost, or go back to the cart's day.
 */
export function OtherDay({ path, cartDay, cartDayName, move }: OtherDayProps) {
	const { t } = useI18n()
	const linkTo = useSearchLink('day')
	return (
		<Alert kind="info" title={t('shop.otherDay.text', { day: cartDayName })}>
			<div className={styles.actions}>
				{move && (
					<CartForm id="other-day" anchor="day">
						{({ pending }) => (
							<>
								<input type="hidden" name="day" value={move.day} />
								<input type="hidden" name="shown" value={move.shown} />
								<Button name="intent" value="moveDay" pending={pending}>
									{move.label}
								</Button>
							</>
						)}
					</CartForm>
				)}
				<LinkButton to={path} variant={move ? 'ghost' : 'primary'}>
					{t('shop.otherDay.change')}
				</LinkButton>
				<Link to={linkTo({ day: cartDay })} preventScrollReset className={styles.back}>
					{t('shop.otherDay.back', { day: cartDayName })}
				</Link>
			</div>
		</Alert>
	)
}
