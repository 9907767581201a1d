import { StartError } from '#app/gateways/start-error.ts'
import { parseEuros, sum, type Cents } from '#app/models/money.ts'
import type { RefundRow } from '#app/models/payment/refused.ts'
import { ask, valueOf } from '#scripts/shop/order-commands.ts'
import { moment, money } from '#scripts/shop/terminal.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

type Options = { lang?: string | undefined; reason?: string | undefined; yes: boolean }

/**
 * Runs the command `refunded`: shows the refunds of an order that the provider refused, all or the one of the typed
 * amount, asks, and notes that they were paid back in another way.
 */
export async function refunded(
	positionals: readonly string[],
	{ lang, reason: typed = '', yes }: Options,
): Promise<void> {
	const words = wordsIn(lang)
	const [, number = '', amount] = positionals
	const wanted = amount === undefined ? undefined : parseEuros(amount)
	const reason = typed.trim()
	if (!number || wanted === null || !reason)
		throw new StartError(
			"refunded ORDER [AMOUNT] --reason 'HOW': refunded 2026-000042 --reason 'transfer of 27 November'",
		)
	const model = await import('#app/models/payment/refused.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	const refused = valueOf(await model.findRefused(number, wanted ?? null), words)
	const shown = refused.map((refund) => `  ${refusedWords(refund, words)}`)
	const all = amountOf(refused)
	const deed = [...shown, words.willBeRefunded(money(all), reason)].join('\n')
	await ask(number, deed, { words, yes })

	const by = { actor: 'operator', reason }
	const ids = refused.map(({ id }) => id)
	const { paidBack } = valueOf(await model.notePaidBack(number, ids, { by, now: now() }), words)
	console.log(words.isRefunded(money(paidBack), number))
}

function refusedWords({ amount, createdAt, failedAt }: RefundRow, words: TerminalWords): string {
	return words.refusedSince(money(amount), moment(createdAt), failedAt !== null)
}

function amountOf(refunds: readonly { amount: Cents }[]): Cents {
	return sum(refunds.map(({ amount }) => amount))
}
