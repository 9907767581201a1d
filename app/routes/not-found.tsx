import { data } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { findNextFree } from '#app/models/offer/next-free.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** Whatever nothing else answers for, posts to it too. */
export async function loader() {
	throw data({ nextFree: await findNextFree(currentVenue(), now()) }, 404)
}

export function action() {
	throw data(null, 404)
}

/** Never seen: the error screen stands in its place. With it this is a page and not a bare answer. */
export default function NotFound() {
	return null
}
