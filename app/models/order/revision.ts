import type { Cents } from '#app/models/money.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { OrderedAnswers } from '#app/models/product/answer.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/** The state of a change that waits for its payment. */
export type OrderChangeState = 'open' | 'applied' | 'ended'

/**
 * The contents of a booking that a change replaces: its day, lines, places and sums. Moments are ISO 8601 in UTC. Names,
 * addresses and answers are no part of it, because they are forgotten after the visit.
 */
export type RevisionContent = {
	day: string | null
	lines: RevisionLine[]
	places: RevisionPlace[]
	linesTotal: Cents
	discount: Cents
	shipping: Cents
	shippingVatRate: number
	total: Cents
	voucher: Cents
	online: Cents
	onSite: Cents
	vat: VatAmount[]
}

type RevisionLine = Omit<OrderLine, 'startsAt' | 'endsAt'> & {
	startsAt: string | null
	endsAt: string | null
}

/** A place of the booking; `linePosition` is null on places of older builds. */
type RevisionPlace = {
	linePosition: number | null
	resourceId: string
	units: number
	from: string
	until: string
	blockedUntil: string
}

/** The texts of a booking that a change replaces: they are deleted when the change has ended. */
export type ChangedTexts = { party: OrderedParty | null; answers: OrderedAnswers }
