import type { TFunction } from 'i18next'

import type { Locale } from '#app/i18n/i18n.ts'
import type { Position } from '#app/models/invoice/invoice.ts'
import { euros } from '#app/models/money.ts'
import { isAllIncluded } from '#app/models/product/price.ts'
import type { PackagePart } from '#app/models/venue/catalogue.ts'

/** A part of a package with a VAT rate of its own; `words` as papers print it below the package. */
export type PartInWords = { part: PackagePart; name: string; words: string }

export function partsOf({ parts = [] }: Position, locale: Locale, t: TFunction): PartInWords[] {
	return parts.map(({ part, vatRate: rate, amount }) => {
		const name = t(`invoice.parts.${part}`)
		const words = t('invoice.part', { name, rate, amount: euros(amount, locale) })
		return { part, name, words }
	})
}

/** Returns the VAT rates of a position in percent, the lowest first. */
export function ratesOf({ vatRate, parts }: Position): number[] {
	const rates = new Set(parts?.map((part) => part.vatRate) ?? [vatRate])
	return [...rates].toSorted((one, other) => one - other)
}

/**
 * Returns the pieces that a package's price includes, in words for an e-invoice, which has no lines for them; null
 * without any.
 */
export function includedIn(positions: readonly Position[], t: TFunction) {
	const pieces = positions
		.filter(isAllIncluded)
		.map(({ quantity, title }) => `${quantity} × ${title}`)
	if (pieces.length === 0) return null
	return { label: t('invoice.includedPieces'), value: pieces.join(', ') }
}
