import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

let shop: Awaited<ReturnType<typeof openOwnShop>>
let stopped: number[] = []

test.beforeAll(async () => {
	shop = await openOwnShop({}, undefined, { DATABASE_URL: '' })
})
test.afterAll(async () => {
	for (const pid of stopped) process.kill(pid, 'SIGCONT')
	await shop?.close()
})

test('while the database is away the error screen has our looks and headers, and soon the page is back (faults H4) @faults', async () => {
	const client = newVisitor(shop.url)
	const { csrfToken } = JSON.parse((await client.get('/api/auth/csrf')).text)
	stopped = await databaseProcesses()
	for (const pid of stopped) process.kill(pid, 'SIGSTOP')

	const answer = await fetch(shop.url)
	expect(answer.status).toBe(503)
	expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
	expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
	const page = await answer.text()
	expect(page).toContain('<html lang="de')
	expect(page).toMatch(/<link [^>]*rel="stylesheet" href="\/assets\/[\w-]+\.css"/)
	expect(page).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
	expect(page).toContain('gerade nicht erreichbar')
	expect(page).toMatch(/<a [^>]*href="\/"/)
	// Structured data for search engines run nothing.
	expect(page).not.toMatch(/<script(?! type="application\/ld\+json")/)

	const data = await fetch(`${shop.url}/_.data`)
	expect(data.status).toBe(503)
	expect(data.headers.get('X-Remix-Response')).toBe(null)

	const fields = { csrfToken, json: 'true', username: 'ada@example.org', password: 'falsch' }
	const call = await client.post('/api/auth/callback/credentials', fields)
	expect(call.status).toBe(503)
	expect(Number(call.headers.get('Retry-After'))).toBeGreaterThan(0)
	expect(JSON.parse(call.text)).toEqual({ url: `${shop.url}/api/auth/error?error=Default` })

	for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT')
	await expect.poll(async () => (await fetch(shop.url)).status).toBe(200)
})

async function databaseProcesses() {
	const file = await readFile(join(shop.dataDir, 'postgres/postmaster.pid'), 'utf8')
	const postmaster = Number(file.split('\n', 1)[0])
	const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
	return [postmaster, ...children.trim().split(' ').map(Number)]
}
