import type { Cents } from '#app/models/money.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { OrderedAnswers } from '#app/models/product/answer.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/**
 * The state of a change: open while it waits for its payment, applied once it is in force, ended when it came to
 * nothing.
 */
export type OrderChangeState = 'open' | 'applied' | 'ended'

/**
 * The contents of a booking that a change replaces: its day, lines, places and sums. Moments are ISO 8601 in UTC.
 * Names, addresses and answers are left out, because they are forgotten after the visit.
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

/**
 * The contents of a revision as its row keeps them. `partsBefore` are the parts online and on site right before the
 * revision was made: a rest that was paid online since the former revision has moved between them (faults K112). Rows
 * of older builds and revision 1 lack `partsBefore`.
 */
export type KeptContent = RevisionContent & {
	partsBefore?: Pick<RevisionContent, 'online' | 'onSite'>
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

/** The texts of a booking that a change replaces; the row of the change loses them when it has ended. */
export type ChangedTexts = { party: OrderedParty | null; answers: OrderedAnswers }
