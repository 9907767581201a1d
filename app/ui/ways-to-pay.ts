import { useRouteLoaderData } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProviderName } from '#app/models/provider.ts'

/** Returns the names of the shop's ways to pay, 'PayPal, Karte und mehr', from the data of the root route. */
export function useWaysToPay(): string {
	const { t } = useI18n()
	const around: { waysToPay: readonly ProviderName[] } | undefined = useRouteLoaderData('root')
	const ways = around?.waysToPay ?? []
	return ways.map((way) => t(`cart.ways.${way}`)).join(', ')
}
