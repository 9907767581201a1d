import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/other-day.css.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { ShopView, WholeMove } from '#app/routes/shop/view/shop-view.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'

/** A cart is for one day: to book for another one, the visitor is warned what goes. */
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
 * Where the day that is shown is not the cart's, what can be done. Once the cart has been taken along, it says so in
 * as much room, so that nothing below moves up under the finger that pressed (faults N44).
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
	/** All of it can come along to the day that is shown. */
	move: WholeMove | null
}

/**
 * Another day may be looked at freely; to book for it, the cart has to let go of its own. Where all of it can come
 * along, one button takes it; what would be lost is said first, on a page of its own.
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
