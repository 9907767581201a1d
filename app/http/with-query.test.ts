import { expect, test } from 'vitest'

import { withQuery } from '#app/http/with-query.ts'

test.each([
	['/', '', '/'],
	['/', 'kind=party&day=2026-12-05', '/?kind=party&day=2026-12-05'],
	['/?kind=ticket', 'kind=party', '/?kind=ticket'],
	['/?kind=ticket', 'kind=party&day=2026-12-05', '/?kind=ticket&day=2026-12-05'],
	['/pages/faq#prices', 'awc=5', '/pages/faq?awc=5#prices'],
	['/pages/faq#prices?', 'awc=5', '/pages/faq?awc=5#prices?'],
	['/a?b', 'b=1&c=2', '/a?b&c=2'],
	['/', 'a=1&a=2', '/?a=1&a=2'],
	['/', 'awc=%0D%0AX%3A%201%23%26', '/?awc=%0D%0AX%3A+1%23%26'],
])('%s with %s: %s', (to, more, together) => {
	expect(withQuery(to, new URLSearchParams(more))).toBe(together)
})
