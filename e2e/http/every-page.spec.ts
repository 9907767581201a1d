import { expect, test } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

import { keysIn } from '../bare-keys.ts'
import { everyPage, walkNames, type Sight } from '../every-page.ts'

// Every page as the shop sends it, in all its states and both languages.

const origin = process.env['SHOP_URL'] ?? ''

const htmlRules: ConfigData['rules'] = {
	// React writes HTML with `charSet`, `<br/>`, `required=""`.
	'attr-case': 'off',
	'void-style': 'off',
	'attribute-boolean-style': 'off',
	'attribute-empty-style': 'off',
	// HTML allows any ids without spaces; the rule allows fewer.
	'valid-id': ['error', { relaxed: true }],
	// The page that waits for a payment reloads itself, without scripts too.
	'meta-refresh': 'off',
	// Safari treats a list without bullets as a list only with the role.
	'no-redundant-role': 'off',
	'prefer-native-element': ['error', { exclude: ['list'] }],
}
const validator = new HtmlValidate(
	new StaticConfigLoader({ extends: ['html-validate:recommended'], rules: htmlRules }),
)

for (const walk of walkNames) {
	test(`${walk}: HTML is valid, and no text is missing`, async () => {
		const sights = await everyPage(origin, 'de-DE', [walk])
		const complaints: string[] = []
		for (const sight of sights) complaints.push(...(await invalidHtml(sight)), ...bareKeys(sight))
		expect(complaints).toEqual([])
		expect(sights.length).toBeGreaterThan(5)
	})

	test(`${walk}: no text is missing in English`, async () => {
		const sights = await everyPage(origin, 'en-EN', [walk])
		expect(sights.flatMap(bareKeys)).toEqual([])
		expect(sights.length).toBeGreaterThan(5)
	})
}

async function invalidHtml({ name, answer }: Sight): Promise<string[]> {
	const { results } = await validator.validateString(answer.text)
	return results
		.flatMap(({ messages }) => messages)
		.map(({ ruleId, message, selector }) => `${name}: ${ruleId}: ${message} (${selector})`)
}

function bareKeys({ name, answer: { text } }: Sight): string[] {
	const words = text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
	const labels = [...text.matchAll(/aria-label="([^"]*)"/g)].map(([, label = '']) => label)
	return keysIn([words, ...labels]).map((key) => `${name}: ${key}`)
}
