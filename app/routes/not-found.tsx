import { data } from 'react-router'

/** Whatever nothing else answers for, posts to it too. */
export function loader() {
	throw data(null, 404)
}

export function action() {
	throw data(null, 404)
}

/** Never seen: the error screen stands in its place. With it this is a page and not a bare answer. */
export default function NotFound() {
	return null
}
