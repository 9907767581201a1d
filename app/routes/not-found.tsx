import { data } from 'react-router'

import { orNotFoundPage } from '#app/middleware/not-found.server.ts'

/** Whatever nothing else answers for, posts to it too. */
export async function loader() {
	return orNotFoundPage(null)
}

export function action() {
	throw data(null, 404)
}

/** Never seen: the error screen stands in its place. With it this is a page and not a bare answer. */
export default function NotFound() {
	return null
}
