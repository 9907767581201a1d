import { redirect } from 'react-router'
import { z } from 'zod'

import { noteRead } from '#app/models/day-sheet/note-read.server.ts'
import { parseDay } from '#app/models/venue/slot.ts'
import { staffOf } from '#desk/middleware/staff.server.ts'

import type { Route } from './+types/read.ts'

const event = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

/** Redirects a GET to the day: the address takes posts alone. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(parseDay(params.day) ? `/day/${params.day}` : '/')
}

/** Notes that this member of staff has read the day's changes up to the event with the id `upTo`. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const day = parseDay(params.day)
	const upTo = event.safeParse((await request.formData()).get('upTo'))
	if (!day) return redirect('/', { status: 303 })
	if (upTo.success) await noteRead(staffOf(context).id, day, upTo.data)
	return redirect(`/day/${day}`, { status: 303 })
}

/** Renders nothing. A refusal of a route without a component would be answered as bare data, and not as a page. */
export default function Read() {
	return null
}
