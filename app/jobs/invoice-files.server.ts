import { invoiceFile } from '#app/documents/invoice-file.ts'
import { now } from '#app/gateways/clock.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import {
	findCorrections,
	findCorrectionsOfCancelled,
	findInvoicesOfConfirmation,
} from '#app/models/invoice/find.server.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { issueInvoices } from '#app/models/invoice/issue.server.ts'

export function filesOfConfirmation(orderId: string): Promise<Attachment[]> {
	return issuedFiles(orderId, findInvoicesOfConfirmation)
}

export function filesOfRefund(orderId: string, refundId: string): Promise<Attachment[]> {
	return issuedFiles(orderId, () => findCorrections(refundId))
}

export function filesOfCancellation(
	orderId: string,
	refundId: string | null,
): Promise<Attachment[]> {
	return issuedFiles(orderId, () => findCorrectionsOfCancelled(orderId, refundId))
}

/**
 * Issues what the order lacks, and makes the files. A mail says something that has to be said, so it never
 * waits for a file that cannot be made: then it goes without, and the sweep issues the invoice.
 */
async function issuedFiles(
	orderId: string,
	find: (orderId: string) => Promise<Invoice[]>,
): Promise<Attachment[]> {
	try {
		await issueInvoices(orderId, now())
		const files = []
		for (const invoice of await find(orderId))
			files.push(await invoiceFile(invoice, await loadFonts()))
		return files
	} catch (err) {
		log.error({ orderId, err }, 'a mail goes without its invoice')
		return []
	}
}
