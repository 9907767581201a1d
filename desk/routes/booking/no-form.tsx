/**
 * `live`: the page reloads itself, every 15 seconds with scripts and every 60 without, because others change the
 * booking. Pages with a form are not live, so that what is typed is kept.
 */
export const handle = { live: true }

/** Renders nothing: the page of a booking where no form of an action is open. */
export default function NoForm() {
	return null
}
