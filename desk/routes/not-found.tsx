import { data } from 'react-router'

/** Answers every address and method of no other route. @throws a 404 */
export function loader() {
	throw data(null, 404)
}

export function action() {
	throw data(null, 404)
}

/** Never rendered, because the loader throws. A route without a component would answer bare data instead of a page. */
export default function NotFound() {
	return null
}
