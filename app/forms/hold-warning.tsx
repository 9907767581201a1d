import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

import { messagesOf, type CartAnswer } from '#app/forms/cart-answer.ts'
import * as styles from '#app/forms/hold-warning.css.ts'
import { Messages } from '#app/forms/messages.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { warningTime, type EndingHold } from '#app/ui/order/ending-hold.ts'
import { useRefresh } from '#app/ui/refresh.ts'
import { Sign } from '#app/ui/sign.tsx'

/** Warns on any page that the reservation is about to end, with the button that extends it. */
export function HoldWarning({ hold }: { hold: EndingHold | null }) {
	const isNear = useNear(hold)
	useFreshAt(hold?.until ?? null)
	return (
		<div role="status" className={styles.place}>
			{hold && isNear && <Warning hold={hold} />}
		</div>
	)
}

/**
 * The warning with the button that extends the reservation. The page keeps its typed values; when the extension is
 * refused, its data are read again, because the cart may have changed.
 */
function Warning({ hold }: { hold: EndingHold }) {
	const { t } = useI18n()
	const { pathname, search } = useLocation()
	const { Form, data: answer } = useFetcher<CartAnswer>()
	const refresh = useRefresh()
	useEffect(() => {
		if (answer) void refresh()
	}, [answer, refresh])
	return (
		<Form method="post" action="/cart" preventScrollReset className={styles.warning}>
			<input type="hidden" name="version" value={hold.version} />
			<input type="hidden" name="returnTo" value={pathname + search} />
			<Sign name="warning" className={styles.sign} />
			<p className={styles.words}>{t('cart.endsSoon', { time: hold.time })}</p>
			<Button name="intent" value="renew" aria-label={t('cart.renewOf')} className={styles.renew}>
				{t('cart.renew')}
			</Button>
			<Messages id="hold-problems" messages={messagesOf(answer?.result.error)} />
		</Form>
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

const AGAIN_MS = 10_000

/**
 * Loads the page's data again a second after `instant` (ISO), so that the page shows what has run out, and every ten
 * seconds from then on until the shop is within reach.
 */
function useFreshAt(instant: string | null) {
	const refresh = useRefresh()
	useEffect(() => {
		if (!instant) return undefined
		const wait = Date.parse(instant) - Date.now() + 1000
		let timer = setTimeout(look, Math.max(wait, 1000))
		function look() {
			timer = setTimeout(look, AGAIN_MS)
			void refresh().then((hasLoaded) => hasLoaded && clearTimeout(timer))
		}
		return () => clearTimeout(timer)
	}, [instant, refresh])
}
