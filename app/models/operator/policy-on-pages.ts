import type { Locale } from '#app/i18n/i18n.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { childOf } from '#app/models/operator/files.ts'
import { localText } from '#app/models/venue/local-text.ts'
import { ownPolicy, policyWith } from '#app/models/venue/policy.ts'
import { ruleWords } from '#app/models/venue/rule-words.ts'
import { feeVatOf, venueSchema } from '#app/models/venue/venue.ts'

/**
 * Returns the function that writes a placeholder such as `{{policy.cancel}}`: the sentences on this part of the venue's
 * policy, empty when the policy, the fee or the telephone number has problems of its own.
 */
export function policyOnPage(part: 'change' | 'move' | 'cancel') {
	return (root: unknown, locale: Locale): string => {
		const { shape } = venueSchema
		const policy = shape.policy.safeParse(childOf(root, 'policy'))
		const fee = shape.cancelFee.safeParse(childOf(root, 'cancelFee'))
		const phone = childOf(childOf(root, 'contact'), 'phone')
		if (!policy.success || !fee.success || typeof phone !== 'string') return ''
		const written = policy.data
		const own = written
			? ownPolicies(root).map(({ name, own }) => ({
					name: inLocale(name, locale),
					policy: policyWith(written, own),
				}))
			: []
		const feeVat = feeVatOf({ cancelFee: fee.data })
		return ruleWords({ policy: written, own, feeVat, phone }, locale)[part]
	}
}

function ownPolicies(root: unknown) {
	const products = childOf(root, 'products')
	return (Array.isArray(products) ? (products as unknown[]) : []).flatMap((product) => {
		const name = localText.safeParse(childOf(product, 'name'))
		const own = ownPolicy.safeParse(childOf(product, 'policy'))
		return name.success && own.success ? [{ name: name.data, own: own.data }] : []
	})
}

/**
 * Finds the first sentence of a page that names days, hours or a share for cancelling or moving, cut to 60 characters;
 * null without one. Also looked for on a page that quotes a part of the policy: typed rules and the policy would come
 * to differ (faults N102, N367).
 */
export function typedRule(page: string): string | null {
	// The name of a placeholder is no word that was typed as a rule.
	const source = page.replaceAll(/\{\{[^}]*\}\}/g, '…')
	const sentences = source.split(/(?<=[.!?])\s+|^---$|\n\s*\n|\n\s*(?=[-*#>])/m)
	const typed = sentences.find((sentence) => span.test(sentence) && giving.test(sentence))
	return typed === undefined
		? null
		: shortened(
				typed
					.replaceAll(/\s+/g, ' ')
					.replace(/^[-*#>…\s]+/, '')
					.trim(),
			)
}

const span =
	/(?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|vierzehn|two|three|four|five|six|seven|eight|ten|fourteen)[\s-]*(?:Tag|Stunde|Std|h\b|Woche|day|hour|week)|\d\s*(?:%|Prozent|per ?cent)|Vortag|Vorabend|day before/i
const giving =
	/stornier|absag|\bsag\w*\b.*\bab\b|umbuch|\bbuch\w*\b.*\bum\s*(?:[.,;!–]|$)|cancel|rebook|reschedul|call\w* off|\bmov(?:e|ing) (?:your|the|a) (?:booking|visit|date|party)/is

function shortened(text: string): string {
	return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
