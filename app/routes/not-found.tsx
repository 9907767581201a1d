import { data } from 'react-router'

import { orNotFoundPage } from '#app/middleware/not-found.server.ts'

/** Catches every address and method that no other route answers. */
export async function loader() {
	return orNotFoundPage(null)
}

export function action() {
	throw data(null, 404)
}

/** Never rendered, because the loader throws; without a component React Router would answer a bare resource. */
export default function NotFound() {
	return null
}
