import { expect, test } from 'vitest'

import { createPageCache } from '#app/pages/page-cache.server.ts'

type Page = { text: string }

const keep = async (text: string): Promise<Page | undefined> => ({ text })
const keepNothing = async (): Promise<Page | undefined> => undefined

test('one of many requests at once renders the page, and later ones get the cached page', async () => {
	const pages = createPageCache<Page>({ max: 10 })
	let rendered = 0
	const ask = () => pages.ask('a', async () => `page ${(rendered += 1)}`, keep)
	const [first, ...others] = await Promise.all(Array.from({ length: 50 }, ask))
	expect(first).toEqual({ own: 'page 1' })
	for (const other of [...others, await ask()]) expect(other).toEqual({ page: { text: 'page 1' } })
	expect(rendered).toBe(1)
	expect(await pages.ask('b', async () => 'another', keep)).toEqual({ own: 'another' })
})

test('a page that is rendered for one visitor alone is not given to those who waited', async () => {
	const pages = createPageCache<Page>({ max: 10 })
	const asked = [1, 2].map((name) => pages.ask('a', async () => `page ${name}`, keepNothing))
	expect(await Promise.all(asked)).toEqual([{ own: 'page 1' }, { page: undefined }])
	expect(pages.get('a')).toBeUndefined()
})

test('a request whose rendering fails meets the error, and the others may render', async () => {
	const pages = createPageCache<Page>({ max: 10 })
	const failing = pages.ask('a', async () => Promise.reject(new Error('no page')), keep)
	const waiting = pages.ask('a', async () => 'never', keep)
	await expect(failing).rejects.toThrow('no page')
	expect(await waiting).toEqual({ page: undefined })
	expect(await pages.ask('a', async () => 'page', keep)).toEqual({ own: 'page' })
})

test('a page is forgotten unless another one has taken its place', async () => {
	const pages = createPageCache<Page>({ max: 10 })
	await pages.ask('a', async () => 'first', keep)
	const first = pages.get('a') ?? { text: 'none' }
	pages.forget('a', first)
	expect(pages.get('a')).toBeUndefined()
	await pages.ask('a', async () => 'second', keep)
	pages.forget('a', first)
	expect(pages.get('a')).toEqual({ text: 'second' })
})

test('pages push each other out, not memory up; the one that is being rendered is given all the same', async () => {
	const pages = createPageCache<Page>({ maxSize: 100, sizeCalculation: ({ text }) => text.length })
	let finish: (text: string) => void = () => {}
	const slow = new Promise<string>((done) => {
		finish = done
	})
	const waited = [1, 2].map(() => pages.ask('slow', () => slow, keep))
	for (let page = 0; page < 20; page += 1)
		await pages.ask(String(page), async () => 'x'.repeat(30), keep)
	expect(pages.get('0')).toBeUndefined()
	expect(pages.get('19')).toBeDefined()
	finish('slow')
	expect(await Promise.all(waited)).toEqual([{ own: 'slow' }, { page: { text: 'slow' } }])
})
