import { useRouteLoaderData } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProviderName } from '#app/models/provider.ts'

/** 'PayPal, Karte und mehr': the ways to pay that this shop has, as the page around knows them. */
export function useWaysToPay(): string {
	const { t } = useI18n()
	const around: { waysToPay: readonly ProviderName[] } | undefined = useRouteLoaderData('root')
	const ways = around?.waysToPay ?? []
	return ways.map((way) => t(`cart.ways.${way}`)).join(', ')
}
