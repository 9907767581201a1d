import { createCookie } from 'react-router'
import { expect, test } from 'vitest'

import { signedCookie } from '#app/middleware/signed-cookie.server.ts'

const secrets = ['the newest', 'one from before']
const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60 } as const
const ours = signedCookie('c', { ...options, secrets })
const theirs = createCookie('c', { ...options, secrets })

const sent = (cookie: string) => cookie.split(';')[0] ?? ''

test.each([['A'.repeat(43)], [['x', 'ä€']], [17], [{ id: 'Ü' }]])(
	'%j is written and read as the framework does',
	async (value) => {
		expect(ours.serialize(value)).toBe(await theirs.serialize(value))
		expect(ours.parse(`a=1; ${sent(ours.serialize(value))}`)).toEqual(value)
		expect(await theirs.parse(sent(ours.serialize(value)))).toEqual(value)
	},
)

test('an older secret is still good, a foreign one never was', () => {
	const by = (secret: string) => sent(signedCookie('c', { secrets: [secret] }).serialize('x'))
	expect(ours.parse(by('one from before'))).toBe('x')
	expect(ours.parse(by('another'))).toBe(null)
})

test.each([null, '', 'c=', 'c=.', 'c=x', 'c=x.y', 'c=%', 'd=1'])('%j is none', (cookies) => {
	expect(ours.parse(cookies)).toBe(null)
})

test('a changed letter spoils it', () => {
	const cookie = sent(ours.serialize('A'.repeat(43)))
	for (let at = 2; at < cookie.length; at += 1) {
		const changed = `${cookie.slice(0, at)}${cookie[at] === 'x' ? 'y' : 'x'}${cookie.slice(at + 1)}`
		expect(ours.parse(changed)).toBe(null)
	}
})

test('it is taken back as the framework does', async () => {
	expect(ours.forget()).toBe(await theirs.serialize('', { maxAge: 0 }))
})
