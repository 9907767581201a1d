import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import type { Site } from '#app/gateways/built-files.server.ts'
import { openTestShop } from '#testing/test-shop.ts'

type Model = typeof import('#app/models/operator/build-files.server.ts')

let shop: Awaited<ReturnType<typeof openTestShop>>
let findBuildFile: Model['findBuildFile']
let storeBuildFiles: Model['storeBuildFiles']

beforeAll(async () => {
	shop = await openTestShop()
	const model = await import('#app/models/operator/build-files.server.ts')
	;({ findBuildFile, storeBuildFiles } = model)
})
afterAll(() => shop.close())

beforeEach(async () => {
	await raw(shop.db, 'delete from build_files')
})

/** A build of `day` with these files; the content of a file is its name. */
function build(day: number, names: string[], site: Site = 'shop') {
	const read = (name: string) => Promise.resolve(Buffer.from(`${name}\0ü`))
	return { site, names, builtAt: new Date(Date.UTC(2026, 10, day)), read }
}

async function storedNames() {
	const rows = await raw(shop.db, 'select path from build_files order by path')
	return rows.map(({ path }) => path)
}

test('a file of another build is found with its content, a file of no build is not found (faults J2)', async () => {
	await storeBuildFiles(build(1, ['page-a.js', 'style-a.css']))
	await storeBuildFiles(build(2, ['page-b.js', 'style-a.css']))
	expect(await findBuildFile('shop', 'page-a.js')).toEqual(Buffer.from('page-a.js\0ü'))
	expect(await findBuildFile('shop', 'page-b.js')).toEqual(Buffer.from('page-b.js\0ü'))
	expect(await findBuildFile('shop', 'page-c.js')).toBeNull()
})

test('the files of the newest five builds stay, also those that an older build shares', async () => {
	const shared = 'font.woff2'
	for (let day = 1; day <= 7; day += 1)
		await storeBuildFiles(build(day, [`page-${day}.js`, shared]))
	const newest = [3, 4, 5, 6, 7].map((day) => `page-${day}.js`)
	expect(await storedNames()).toEqual([shared, ...newest])
})

test('an older build that starts again keeps what the newer ones have', async () => {
	await storeBuildFiles(build(2, ['new.js', 'shared.css']))
	await storeBuildFiles(build(1, ['old.js', 'shared.css']))
	expect(await storedNames()).toEqual(['new.js', 'old.js', 'shared.css'])
})

test('every file is stored once when many processes of two builds start at once', async () => {
	const starts = Array.from({ length: 12 }, (_, index) =>
		storeBuildFiles(build(1 + (index % 2), [`page-${index % 2}.js`, 'shared.css'])),
	)
	await Promise.all(starts)
	expect(await storedNames()).toEqual(['page-0.js', 'page-1.js', 'shared.css'])
})

test('the shop and the desk keep five builds each, and neither has a file of the other (faults N223)', async () => {
	for (let day = 1; day <= 6; day += 1) {
		await storeBuildFiles(build(day, [`page-${day}.js`, 'font.woff2']))
		await storeBuildFiles(build(day, [`day-${day}.js`, 'font.woff2'], 'desk'))
	}
	const newest = [2, 3, 4, 5, 6]
	expect(await storedNames()).toEqual([
		...newest.map((day) => `desk/day-${day}.js`),
		'desk/font.woff2',
		'font.woff2',
		...newest.map((day) => `page-${day}.js`),
	])
	expect(await findBuildFile('desk', 'day-2.js')).toEqual(Buffer.from('day-2.js\0ü'))
	expect(await findBuildFile('shop', 'day-2.js')).toBeNull()
	expect(await findBuildFile('desk', 'page-2.js')).toBeNull()
})
