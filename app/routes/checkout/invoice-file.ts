import { invoiceFile } from '#app/documents/invoice-file.ts'
import { now } from '#app/gateways/clock.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { found } from '#app/middleware/not-found.server.ts'
import { isOwnOrder, signedInOf } from '#app/middleware/session.server.ts'
import { takeInvoice } from '#app/models/invoice/issue.server.ts'
import { findOrderOf } from '#app/models/order/account-orders.server.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'

import type { Route } from './+types/invoice-file.ts'

/** An invoice as 'deposit.pdf', for who ordered only: it names who it is for. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const order = found(await findOwn(context, params.bookingId))
	const slug = found(/^([a-z\d-]{1,40})\.pdf$/.exec(params.file)?.[1])
	const invoice = found(await takeInvoice(order, slug, now()))
	const { filename, contentType, content } = await invoiceFile(invoice, await loadFonts())
	return new Response(new Uint8Array(content), {
		headers: {
			'Content-Type': contentType,
			'Content-Disposition': `attachment; filename="${filename}"`,
			'Cache-Control': 'private, no-store',
		},
	})
}

/** Of this visit, or of the account that is signed in. */
async function findOwn(
	context: Route.LoaderArgs['context'],
	bookingId: string,
): Promise<Order | null> {
	const account = signedInOf(context)
	const order = account && (await findOrderOf(account.id, bookingId))
	if (order) return order
	const any = await findOrder(bookingId)
	return any && (await isOwnOrder(context, any.id)) ? any : null
}
