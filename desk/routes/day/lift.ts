import { data, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { liftBlock } from '#app/models/capacity/block.server.ts'
import { byOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { sentenceOf } from '#desk/routes/day/acting.server.ts'
import { dayOf } from '#desk/routes/day/day-of.server.ts'

import type { Route } from './+types/lift.ts'

const schema = z.object({
	block: z.uuid(),
	/** 'later' lifts the blocks of later days too that were made together with this block. */
	series: z.literal('later').optional(),
})

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/** Redirects a GET to the rooms of the day: a block is lifted by a form alone. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(`/day/${dayOf(params, now())}/rooms`, 303)
}

/**
 * Lifts a block, and redirects to the rooms of the day, also when it was lifted already.
 *
 * @throws a 409 for any other refusal
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const day = dayOf(params, now())
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') throw data(null, 400)
	const { block, series } = submission.value
	const lifted = await liftBlock(block, byOf(context), { andLater: series === 'later' })
	if (!lifted.ok && lifted.message.key !== 'errors.desk.blockLifted')
		throw data(sentenceOf(lifted, context), 409)
	return redirect(`/day/${day}/rooms?block=${block}`, 303)
}

/** Renders nothing. A refusal of a route without a component would be answered as bare data, and not as a page. */
export default function Lift() {
	return null
}
