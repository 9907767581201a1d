import type { TFunction } from 'i18next'

import type { Texts } from '#app/i18n/de.ts'
import { languageTags, type Locale } from '#app/i18n/i18n.ts'

/** All that is said in one language; its language never changes. */
export type Words = { locale: Locale; t: TFunction }

/**
 * Looks keys up, chooses between `_one` and `_other` by `count` and fills the gaps, as i18next does with our
 * texts (the test compares them). i18next itself takes a seventh of the time that a page takes, and 16 KB of
 * what a browser loads. What stands in a gap is never read as a text of its own.
 */
export function createWords(locale: Locale, texts: Texts): Words {
	const sentences = new Map(flat(texts, ''))
	const tag = languageTags[locale]
	const plurals = new Intl.PluralRules(tag)

	function t(key: string, values?: Record<string, unknown>): string {
		const { count } = values ?? {}
		const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key
		const sentence = sentences.get(form) ?? sentences.get(key)
		if (sentence === undefined) {
			// Every browser test fails at an error in the console: browsers have only some of the texts.
			console.error(key)
			return key
		}
		if (!values || !sentence.includes('{{')) return sentence
		return sentence.replaceAll(gap, (left, name: string, format?: string) => {
			const value = values[name]
			if (value === undefined) return left
			return format ? inFormat(Number(value), format, tag) : String(value)
		})
	}
	// i18next's type knows the keys.
	return { locale, t: t as TFunction }
}

/** Made when first needed: a phone takes a tenth of a second to begin with numbers. */
function inFormat(value: number, format: string, tag: string): string {
	return new Intl.NumberFormat(tag, formats[format]).format(value)
}

const formats: Record<string, Intl.NumberFormatOptions> = {
	'currency(EUR)': { style: 'currency', currency: 'EUR' },
	'number(style: percent)': { style: 'percent' },
}

/**
 * `{{name}}`, `{{amount, currency(EUR)}}` with a number of euros, or `{{share, number(style: percent)}}` with
 * a part of one.
 */
const gap = /\{\{(\w+)(?:, (currency\(EUR\)|number\(style: percent\)))?\}\}/g

type Branch = { [key: string]: string | Branch }

function flat(branch: Branch, path: string): [string, string][] {
	return Object.entries(branch).flatMap(([key, value]) =>
		typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
	)
}
