import { expect, test } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

import { everyPage } from '../every-page.ts'

const origin = process.env['SHOP_URL'] ?? ''

const rules: ConfigData['rules'] = {
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
