import { expect, test } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

import { everyPage } from '../every-page.ts'

const origin = process.env['SHOP_URL'] ?? ''

const rules: ConfigData['rules'] = {
	// As React writes HTML: `charSet`, `<br/>`, `required=""`.
	'attr-case': 'off',
	'void-style': 'off',
	'attribute-boolean-style': 'off',
	'attribute-empty-style': 'off',
	// Ids may be anything without spaces, says HTML; the rule wants less.
	'valid-id': ['error', { relaxed: true }],
	// The page that waits for a payment looks again by itself, without scripts too.
	'meta-refresh': 'off',
	// Safari calls a list without bullets one only if its role says so.
	'no-redundant-role': 'off',
	'prefer-native-element': ['error', { exclude: ['list'] }],
}

for (const language of ['de-DE', 'en-EN'] as const) {
	test(`every page in every state is valid HTML (${language})`, async () => {
		const validator = new HtmlValidate(
			new StaticConfigLoader({ extends: ['html-validate:recommended'], rules }),
		)
		const sights = await everyPage(origin, language)
		const complaints: string[] = []
		for (const { name, answer } of sights) {
			const { results } = await validator.validateString(answer.text)
			for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
				complaints.push(`${name}: ${ruleId}: ${message} (${selector})`)
		}
		expect(complaints).toEqual([])
		expect(sights.length).toBeGreaterThan(60)
	})
}
