import { Link } from 'react-router'

import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/other-day.css.ts'
import { useSearchLink } from '#app/routes/shop/shopping.ts'
import type { WholeMove } from '#app/routes/shop/view/shop-view.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'

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
