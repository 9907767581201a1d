import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { falsePicture } from '#app/gateways/picture-kind.server.ts'

let dir: string
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(dir, { recursive: true }))

const photo = sharp({ create: { width: 8, height: 5, channels: 3, background: '#c43' } })
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>')

test.each<[string, string, () => Promise<Buffer> | Buffer, string | null]>([
	['a text renamed', 'park.jpg', () => Buffer.from('Ein Text über den Park'), 'is a text'],
	['nothing', 'park.jpg', () => Buffer.alloc(0), 'is empty'],
	['a PDF renamed', 'park.png', () => Buffer.from('%PDF-1.7\n'), 'is a PDF'],
	[
		'a photo of a phone',
		'park.jpg',
		() => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'),
		'is a HEIC photo, as phones make them: save it as JPEG',
	],
	['a PNG renamed', 'park.jpg', () => photo.png().toBuffer(), 'is a PNG: name it park.png'],
	['a drawing renamed', 'park.webp', () => drawing, 'is a SVG: name it park.svg'],
	['a PNG', 'park.PNG', () => photo.png().toBuffer(), null],
	['a JPEG', 'park.jpeg', () => photo.jpeg().toBuffer(), null],
	['a WebP', 'park.webp', () => photo.webp().toBuffer(), null],
	['an AVIF', 'park.avif', () => photo.avif().toBuffer(), null],
	['a drawing', 'park.svg', () => drawing, null],
])('N15: %s as %s is reported', async (_, name, make, reason) => {
	const path = join(dir, name)
	await writeFile(path, await make())
	expect(await falsePicture(path, `/pictures/${name}`)).toBe(reason)
})
