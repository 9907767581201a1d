import type { Locale } from '#app/i18n/i18n.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { childOf } from '#app/models/operator/files.ts'
import { localText } from '#app/models/venue/local-text.ts'
import { ownPolicy, policyWith } from '#app/models/venue/policy.ts'
import { ruleWords } from '#app/models/venue/rule-words.ts'
import { feeVatOf, venueSchema } from '#app/models/venue/venue.ts'

/** The sentences on a part of the venue's policy; empty for one with problems of its own. */
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
 * The words of a page that name days or hours for cancelling or moving, while it quotes no part of the policy: typed
 * rules and the policy would come to differ (faults N102). Null when there are none.
 */
export function typedRule(source: string): string | null {
	if (/\{\{\s*policy\./.test(source)) return null
	const sentences = source.split(/(?<=[.!?])\s+|^---$|\n\s*\n|\n\s*(?=[-*#>])/m)
	const typed = sentences.find((sentence) => span.test(sentence) && giving.test(sentence))
	return typed === undefined ? null : shortened(typed.trim().replaceAll(/\s+/g, ' '))
}

const span =
	/(?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|vierzehn|two|three|four|five|six|seven|eight|ten|fourteen)[\s-]*(?:Tag|Stunde|Std|h\b|Woche|day|hour|week)|Vortag|Vorabend|day before/i
const giving =
	/stornier|absag|\bsag\w*\b.*\bab\b|umbuch|\bbuch\w*\b.*\bum\s*(?:[.,;!–]|$)|cancel|rebook|reschedul|call\w* off|\bmov(?:e|ing) (?:your|the|a) (?:booking|visit|date|party)/is

function shortened(text: string): string {
	return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
