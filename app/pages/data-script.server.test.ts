import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dataScript } from '#app/pages/data-script.server.ts'

const parts = [
	'"',
	"'",
	'\\',
	'\n',
	'<',
	'</script>',
	'<!--',
	'\u2028',
	'\u2029',
	'`',
	'${',
	'ä',
	'~',
]

test('a browser reads what the loaders said', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...parts) }), (data) => {
			const said: string[] = []
			const streamController = { enqueue: (text: string) => said.push(text), close() {} }
			const script = dataScript(data, 'n')
			const code = script.slice('<script nonce="n">'.length, -'</script>'.length)
			runInNewContext(code, { window: { __reactRouterContext: { streamController } } })
			expect(said).toEqual([data])
			expect(code).not.toContain('<')
		}),
	)
})
