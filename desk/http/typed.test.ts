import { expect, test } from 'vitest'

import { typedIn } from '#desk/http/typed.server.ts'

test('N194: the pressed button counts of a name that comes twice, and signs that the database refuses are left out', async () => {
	const body = new FormData()
	body.append('price', 'agreed')
	body.append('price', 'today')
	body.append('note', 'two\nlines\u0000 and a bell\u0007')
	body.append('file', new Blob(['no text']))
	body.append('__proto__', 'x')
	const request = new Request('http://localhost/', { method: 'POST', body })
	expect(await typedIn(request)).toEqual({ price: 'today', note: 'two\nlines and a bell' })
})
