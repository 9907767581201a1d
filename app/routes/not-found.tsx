import { data } from 'react-router'

import { orNotFoundPage } from '#app/middleware/not-found.server.ts'

/** Answers 404 for every address that no other route answers. */
export async function loader() {
	return orNotFoundPage(null)
}

export function action() {
	throw data(null, 404)
}

/**
 * Renders nothing, because the loader throws. Without a component React Router would answer bare data instead of a
 * page.
 */
export default function NotFound() {
	return null
}
