import type { MiddlewareFunction } from 'react-router'

import { occasionIn, rememberOccasion } from '#app/http/occasion.server.ts'
import { cartOf } from '#app/middleware/visit.server.ts'
import { hasParty } from '#app/models/order/party.ts'
import { parsePartyType } from '#app/models/party-types.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Remembers the occasion in a cookie when a visitor chooses it while a party lies in the cart: the page of the details
 * begins with it until the details are saved (record 037).
 */
export const occasionMiddleware: MiddlewareFunction<Response> = async (
	{ request, context, url },
	next,
) => {
	const response = await next()
	const occasion = parsePartyType(url.searchParams.get('occasion'))
	if (!occasion || occasion === occasionIn(request.headers)) return response
	const cart = await cartOf(context)
	if (cart && cart.party === null && hasParty(currentVenue(), cart))
		response.headers.append('Set-Cookie', rememberOccasion(occasion))
	return response
}
