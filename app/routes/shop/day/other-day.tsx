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
 * The props of the notice that the cart is for another day than the one shown; null when it is not. A cart is for one
 * day: changing it leads to a page that says what would be lost.
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
 * A notice with the ways out while the day shown is not the cart's. Once the cart has moved, says so at the same
 * height, so that nothing below moves under the finger (faults N44).
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
	/** The move that takes all of the cart to the day shown; null when something would be lost. */
	move: WholeMove | null
}

/**
 * Offers what can be done for another day than the cart's: take the whole cart along with one button where that loses
 * nothing, go to the page that says what would be lost, or go back to the cart's day.
 */
export function OtherDay({ path, cartDay, cartDayName, move }: OtherDayProps) {
	const { t } = useI18n()
	const linkTo = useSearchLink('day')
	return (
		<Alert kind="info" title={t('shop.otherDay.text', { day: cartDayName })}>
			<CartForm id="other-day" anchor="day" className={styles.actions}>
				{({ pending }) => (
					<>
						{move && (
							<>
								<input type="hidden" name="day" value={move.day} />
								<input type="hidden" name="shown" value={move.shown} />
								<Button name="intent" value="moveDay" pending={pending}>
									{move.label}
								</Button>
							</>
						)}
						<LinkButton to={path} variant={move ? 'ghost' : 'primary'}>
							{t('shop.otherDay.change')}
						</LinkButton>
						<Link to={linkTo({ day: cartDay })} preventScrollReset className={styles.back}>
							{t('shop.otherDay.back', { day: cartDayName })}
						</Link>
					</>
				)}
			</CartForm>
		</Alert>
	)
}
