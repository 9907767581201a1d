import type { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { paperSigns } from '#app/models/paper-signs.ts'

/**
 * Returns the characters of a text that no font of the papers has, each once. Joiners and variation selectors are never
 * drawn and are not returned.
 */
export function unprintableIn(text: string): string[] {
	return [...new Set(text.match(unprintable))]
}

/**
 * Adds an issue to a typed text that papers cannot print: it names up to five of the unprintable characters (faults
 * N12). For `superRefine` of a schema.
 */
export function printable(text: string, context: z.core.$RefinementCtx): void {
	const signs = unprintableIn(text)
	if (signs.length === 0) return
	const { error: message } = say('unprintable')
	context.addIssue({ code: 'custom', message, params: { signs: signs.slice(0, SHOWN).join(' ') } })
}

const SHOWN = 5

const ranges = paperSigns
	.split(' ')
	.map((range) => range.replace(/^(.*)-(.*)$/, String.raw`\u{$1}-\u{$2}`))
	.join('')
const unprintable = new RegExp(String.raw`[^\s\p{Default_Ignorable_Code_Point}${ranges}]`, 'gu')
