import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { RevisionKind } from '#app/models/order/difference.ts'
import type { Order } from '#app/models/order/order.ts'
import type { KeptContent, RevisionContent } from '#app/models/order/revision.ts'

type Revised = Omit<RevisionContent, 'lines' | 'places' | 'vat'> &
	Pick<Order, 'id' | 'revision' | 'cancelTier' | 'policy'> & {
		/** The VAT amounts as JSON text: the driver would make a PostgreSQL array of a list. */
		vat: string
		/** False when party and answers stay as they are. */
		hasTexts: boolean
		party: Order['party']
		answers: Order['answers'] | null
	}

/** Writes the day, sums, texts and policy of an order as they are after a revision. */
export const updateRevised = prepare<Revised>(
	(_, value) => sql`
		update orders set day = ${value('day')}::date, lines_total = ${value('linesTotal')}::int,
			discount = ${value('discount')}::int, shipping = ${value('shipping')}::int,
			shipping_vat_rate = ${value('shippingVatRate')}::int, total = ${value('total')}::int,
			voucher = ${value('voucher')}::int, online = ${value('online')}::int,
			on_site = ${value('onSite')}::int, vat = ${value('vat')}::jsonb,
			party = case when ${value('hasTexts')} then ${value('party')}::jsonb else party end,
			answers = case when ${value('hasTexts')} then ${value('answers')}::jsonb else answers end,
			policy = ${value('policy')}::jsonb, revision = ${value('revision')}::int,
			cancel_tier = ${value('cancelTier')}::int
		where id = ${value('id')}::uuid`,
)

type Made = {
	before: RevisionContent
	after: RevisionContent
	kind: RevisionKind
	actor: string
	reason: string | null
}

/** Stores the new contents as an order's next revision; its first change also stores the former ones, as revision 1. */
export async function keepRevision(
	tx: Transaction,
	{ id: orderId, revision, createdAt: madeAt }: Order,
	{ before, after, ...made }: Made,
): Promise<void> {
	const first = { number: 1, madeAt, actor: 'customer', content: before }
	const { online, onSite } = before
	const content = { ...after, partsBefore: { online, onSite } } satisfies KeptContent
	const newest = { number: revision + 1, ...made, content }
	const revisions = revision === 1 ? [first, newest] : [newest]
	await insertRevisions(tx, { orderId, revisions: JSON.stringify(revisions) })
}

/** Inserts revisions of an order, given as JSON text; a revision without `madeAt` gets the time of the transaction. */
const insertRevisions = prepare<{ orderId: string; revisions: string }>(
	(_, value) => sql`
		insert into order_revisions (order_id, number, made_at, actor, reason, kind, content)
		select ${value('orderId')}::uuid, number, coalesce("madeAt", now()), actor, reason, kind, content
		from json_to_recordset(${value('revisions')}::json)
			as revision(number int, "madeAt" timestamptz, actor text, reason text, kind text,
				content jsonb)`,
)
