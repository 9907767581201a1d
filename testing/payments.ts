/** Imports all functions about payments, after the environment names database and providers. */
export async function importPayments() {
	const [
		rows,
		create,
		start,
		settle,
		cancel,
		sweep,
		webhook,
		refund,
		outcome,
		desk,
		dispute,
		rest,
		change,
	] = await Promise.all([
		import('#app/models/payment/payment.server.ts'),
		import('#app/models/payment/create.server.ts'),
		import('#app/models/payment/start.server.ts'),
		import('#app/models/payment/settle.server.ts'),
		import('#app/models/payment/close.server.ts'),
		import('#app/models/payment/sweep.server.ts'),
		import('#app/models/payment/webhook.server.ts'),
		import('#app/models/payment/refund.server.ts'),
		import('#app/models/payment/outcome.server.ts'),
		import('#app/models/payment/provider-refunds.server.ts'),
		import('#app/models/payment/dispute.server.ts'),
		import('#app/models/payment/rest.server.ts'),
		import('#app/models/payment/change.server.ts'),
	])
	const money = {
		...settle,
		...cancel,
		...sweep,
		...webhook,
		...refund,
		...outcome,
		...desk,
		...dispute,
		...rest,
		...change,
	}
	return { ...rows, ...create, ...start, ...money }
}
