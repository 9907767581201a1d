import { z } from 'zod'

import { isByVoucher, isPapered } from '#app/models/invoice/ahead.ts'
import {
	grossOf,
	type InvoiceDraft,
	type InvoiceFacts,
	type IssuedInvoice,
} from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import { isSmall } from '#app/models/invoice/invoice.ts'
import { counting, isAbout, leftOf } from '#app/models/invoice/issued.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isForgotten, type Order } from '#app/models/order/order.ts'
import { recipientOf, type Recipient } from '#app/models/order/recipient.ts'
import { printable } from '#app/models/printable.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import {
	address,
	isPostcodeOfCountry,
	placeIn,
	postcodeOfAnother,
} from '#app/models/visitor/address.ts'
import { organisation } from '#app/models/visitor/organisation.ts'

const { name, reference, leitwegId } = organisation.unwrap().shape

/** The schema of the fields that name another recipient of an order's papers; a field left out keeps its value. */
export const newRecipientSchema = z
	.object({
		...address.partial().shape,
		organisation: name,
		reference,
		leitwegId,
		name: z.string().trim().min(1).max(200).superRefine(printable).optional(),
	})
	.refine(isPostcodeOfCountry, postcodeOfAnother)
type TypedRecipient = z.output<typeof newRecipientSchema>

/**
 * Returns the recipient of an order's papers with the typed changes. Refused when there are no papers, when one of them
 * cannot be written again, when a person would get an organisation's reference, and when nothing changes. Another
 * organisation has no reference of the former one.
 */
export function newRecipient(
	order: Order,
	facts: InvoiceFacts,
	typed: TypedRecipient,
): Result<Recipient> {
	if (!isPapered(order) || isForgotten(order)) return refuse('desk.noPapers')
	const before = recipientOf(order)
	const { organisation, reference, leitwegId, postcode, country, ...more } = typed
	const isOther = organisation !== undefined && organisation !== before.company
	const wanted = {
		...before,
		...(isOther && { reference: null, leitwegId: null }),
		...definedOf({ ...more, company: organisation, reference, leitwegId }),
		...definedPlace(before, { postcode, country }),
	}
	if (wanted.company === null && (wanted.reference || wanted.leitwegId))
		return refuse('desk.noOrganisation')
	if (isEqual(before, wanted)) return refuse('desk.sameRecipient')
	const wrong = papersForAnother({ ...order, recipient: wanted }, facts)
	const isStuck = wrong.some((paper) => !isWritable(order, facts, paper))
	return isStuck ? refuse('desk.paperStays') : ok(wanted)
}

/**
 * Drafts the cancellation of a paper that names another recipient than the order does now; the paper is written again
 * after it. Null when there is no such paper.
 */
export function cancelForNewRecipient(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const wrong = papersForAnother(order, facts).filter((paper) => isWritable(order, facts, paper))
	const next = wrong.find(({ kind }) => kind === 'final') ?? wrong[0]
	return next ? cancelToWriteAnew(next, facts) : null
}

/** The papers that name another recipient than the order does now and are not corrected down to 0. */
function papersForAnother({ recipient }: Order, { issued }: InvoiceFacts): IssuedInvoice[] {
	if (recipient === null) return []
	return counting(issued).filter(
		(paper) => grossOf(leftOf(issued, paper)) > 0 && !isFor(paper, recipient),
	)
}

function isFor({ buyer, ahead, gross }: IssuedInvoice, recipient: Recipient): boolean {
	if (buyer === null) return isSmall(recipient, ahead?.gross ?? gross)
	return isEqual(recipient, buyer)
}

/**
 * True when a paper can be written again for another recipient: a receipt always, a final invoice unless the order is
 * cancelled or the till's receipt bills the rest, any other when a payment or a voucher paid for it.
 */
function isWritable(order: Order, facts: InvoiceFacts, paper: IssuedInvoice): boolean {
	if (!isPapered(order)) return false
	if (paper.kind === 'receipt') return true
	if (paper.kind === 'final')
		return orderEnd(order) !== 'cancelled' && (facts.hasFinal || facts.onSite.length === 0)
	return facts.payments.some((it) => isAbout(paper, it, facts)) || isByVoucher(order, facts)
}

function isEqual(recipient: Recipient, other: Partial<Recipient>): boolean {
	return Object.entries(recipient).every(([key, value]) => Reflect.get(other, key) === value)
}

/** Returns the country, and the postcode in that country's form, when one of both is typed; otherwise nothing. */
function definedPlace(before: Recipient, { postcode, country }: Partial<TypedRecipient>) {
	if (postcode === undefined && country === undefined) return {}
	const place = placeIn({
		postcode: postcode ?? before.postcode,
		country: country ?? before.country,
	})
	return { country: place.country, postcode: place.postcode ?? '' }
}

function definedOf<T extends object>(parts: T) {
	const defined = Object.entries(parts).filter(([, value]) => value !== undefined)
	return Object.fromEntries(defined) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}
