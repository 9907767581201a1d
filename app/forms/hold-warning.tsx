import { useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'

import * as styles from '#app/forms/hold-warning.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import { warningTime, type EndingHold } from '#app/ui/order/ending-hold.ts'
import { Sign } from '#app/ui/sign.tsx'

/** From any page: the reservation is about to end, and the button that makes it longer. */
export function HoldWarning({ hold }: { hold: EndingHold | null }) {
	const { t } = useI18n()
	const { pathname, search } = useLocation()
	const isNear = useNear(hold)
	useFreshAt(hold?.until ?? null)
	return (
		<div role="status" className={styles.place}>
			{hold && isNear && (
				<Form method="post" action="/cart" preventScrollReset className={styles.warning}>
					<input type="hidden" name="version" value={hold.version} />
					<input type="hidden" name="returnTo" value={pathname + search} />
					<Sign name="warning" className={styles.sign} />
					<p className={styles.words}>{t('cart.endsSoon', { time: hold.time })}</p>
					<Button
						name="intent"
						value="renew"
						aria-label={t('cart.renewOf')}
						className={styles.renew}
					>
						{t('cart.renew')}
					</Button>
				</Form>
			)}
		</div>
	)
}

function useNear(hold: EndingHold | null): boolean {
	const until = hold?.until ?? null
	const [nearTo, setNearTo] = useState(hold?.isNear ? until : null)
	useEffect(() => {
		if (!until) return undefined
		const wait = Date.parse(until) - warningTime - Date.now()
		const timer = setTimeout(() => setNearTo(until), Math.max(wait, 0))
		return () => clearTimeout(timer)
	}, [until])
	return until !== null && nearTo === until
}
