import { StartError } from '#app/gateways/start-error.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { newRecipientSchema } from '#app/models/invoice/new-recipient.ts'
import { ask, sayIssued, valueOf } from '#scripts/shop/order-commands.ts'
import { wordsIn } from '#scripts/shop/words.ts'

/** The options of the command `recipient`; each changes one part of the recipient. */
export const recipientOptions = {
	organisation: { type: 'string' },
	reference: { type: 'string' },
	'leitweg-id': { type: 'string' },
	name: { type: 'string' },
	street: { type: 'string' },
	supplement: { type: 'string' },
	postcode: { type: 'string' },
	city: { type: 'string' },
	country: { type: 'string' },
} as const

type Parts = Partial<Record<keyof typeof recipientOptions, string>>

/**
 * Runs the command `recipient`: names another recipient of an order's papers, and prints which papers were issued for
 * it.
 */
export async function nameRecipient(
	positionals: readonly string[],
	{ lang, yes, ...values }: Parts & { lang?: string | undefined; yes: boolean },
): Promise<void> {
	const words = wordsIn(lang)
	const [, number = ''] = positionals
	const typed = Object.fromEntries(
		Object.keys(recipientOptions).flatMap((option) => {
			const value = Reflect.get(values, option) as string | undefined
			return value === undefined ? [] : [[option === 'leitweg-id' ? 'leitwegId' : option, value]]
		}),
	)
	if (!number || Object.keys(typed).length === 0)
		throw new StartError(
			"recipient ORDER --organisation NAME: recipient 2026-000042 --organisation 'Kita Sonne' --reference 4711",
		)
	const parsed = newRecipientSchema.safeParse(typed, { error: errorMap })
	if (!parsed.success) {
		const said = parsed.error.issues.map((issue) => {
			const { key, values = {} } = toMessage(issue)
			return `${issue.path.join('.')}: ${words.t(key, values)}.`
		})
		throw new StartError(said.join('\n'))
	}
	await ask(number, words.willBeWrittenAnew(Object.values(typed).join(', ')), { words, yes })

	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const model = await import('#app/models/invoice/new-recipient.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	await loadVenue()
	const issued = valueOf(await model.nameRecipient(number, parsed.data, now()), words)
	console.log(words.isWrittenAnew(number))
	sayIssued(issued, words)
}
