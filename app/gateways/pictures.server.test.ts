import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { imageMeta } from 'image-meta'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { pictureSize } from '#app/gateways/picture-files.server.ts'

let folder: string
let pictures: typeof import('#app/gateways/pictures.server.ts')

const evil =
	'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" onload="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)"><path d="M0 0h640v400H0z" fill="#fff"/></a></svg>'

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pictures-'))
	process.env['DATA_DIR'] = join(folder, 'data')
	process.env['VENUE_DIR'] = join(folder, 'venue')
	await mkdir(join(folder, 'data'))
	await mkdir(join(folder, 'venue/pictures'), { recursive: true })
	const photo = sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#c43' } })
	await photo
		.clone()
		.jpeg()
		.withExif({ IFD0: { Copyright: 'Ada' } })
		.toFile(inVenue('wide.jpg'))
	await photo.clone().png().toFile(inVenue('wide.png'))
	await photo.clone().webp().toFile(inVenue('wide.webp'))
	await photo.clone().resize(400).avif().toFile(inVenue('wide.avif'))
	await photo.clone().withMetadata({ orientation: 6 }).jpeg().toFile(inVenue('upright.jpg'))
	await writeFile(inVenue('evil.svg'), evil)
	await writeFile(inVenue('broken.jpg'), 'no picture')
	pictures = await import('#app/gateways/pictures.server.ts')
})
afterAll(() => rm(folder, { recursive: true }))

function inVenue(name: string): string {
	return join(folder, 'venue/pictures', name)
}

async function make(name: string, modifiers = {}) {
	const made = await pictures.makePicture(`pictures/${name}`, modifiers)
	if (made === null || made === 'busy') throw new Error(`${name}: ${made}`)
	return { ...imageMeta(made.data), ...made }
}

const webp = { format: 'webp', quality: '90' }

test.each(['wide.jpg', 'wide.png', 'wide.webp', 'wide.avif'])('%s becomes WebP', async (name) => {
	const made = await make(name, { ...webp, width: '320' })
	expect(made).toMatchObject({ type: 'image/webp', width: 320, height: 192 })
	expect((await sharp(made.data).metadata()).format).toBe('webp')
})

test('a drawing of the shop becomes as large as asked for, a photo no larger than it is', async () => {
	expect(await make('park.svg', { ...webp, resize: '2560x1600' })).toMatchObject({ width: 2560 })
	expect(await make('wide.jpg', { ...webp, width: '3072' })).toMatchObject({ width: 2000 })
})

test('a photo taken upright stands upright, and tells nothing of its camera', async () => {
	const made = await make('upright.jpg', { ...webp, width: '320' })
	expect(made).toMatchObject({ width: 320, height: 533 })
	expect(await pictureSize(inVenue('upright.jpg'))).toMatchObject({ width: 1200, height: 2000 })
	expect((await sharp((await make('wide.jpg')).data).metadata()).exif).toBeUndefined()
})

test('a drawing as it is: without its scripts', async () => {
	const { data, type } = await make('evil.svg')
	expect(type).toBe('image/svg+xml')
	expect(data.toString()).toContain('<path')
	expect(data.toString()).not.toMatch(/script|onload|alert/)
})

test('no file, or none that is a picture, is none; its size is zeros', async () => {
	expect(await pictures.makePicture('pictures/nowhere.jpg', webp)).toBe(null)
	expect(await pictures.makePicture('pictures/broken.jpg', webp)).toBe(null)
	for (const name of ['nowhere.jpg', 'broken.jpg'])
		expect(await pictureSize(inVenue(name))).toEqual({ width: 0, height: 0, ratio: 0 })
})

test('what was made once comes from disk, until its file changes', async () => {
	const first = await make('wide.png', { ...webp, width: '640' })
	const kept = join(folder, 'data/pictures', first.tag)
	expect(await readFile(kept)).toEqual(first.data)
	await writeFile(kept, 'kept')
	const again = await pictures.makePicture('pictures/wide.png', { ...webp, width: '640' })
	expect(again).toMatchObject({ tag: first.tag, data: Buffer.from('kept') })

	await utimes(inVenue('wide.png'), new Date(), new Date(2030, 0, 1))
	expect((await make('wide.png', { ...webp, width: '640' })).tag).not.toBe(first.tag)
})

test('at most two are made at once, and each once', async () => {
	let [running, most] = [0, 0]
	const toBuffer: (...options: unknown[]) => Promise<never> = sharp.prototype.toBuffer
	const convert = vi.spyOn(sharp.prototype, 'toBuffer')
	convert.mockImplementation(function (this: Sharp, ...options: unknown[]) {
		running += 1
		most = Math.max(most, running)
		return toBuffer.apply(this, options).finally(() => (running -= 1))
	})
	const widths = [320, 640, 768, 1024, 1280, 1536]
	const asked = widths
		.flatMap((width) => [width, width, width])
		.map((width) => make('park.svg', { format: 'png', width: String(width) }))
	const made = await Promise.all(asked)
	expect(made.map(({ width }) => width)).toEqual(widths.flatMap((width) => [width, width, width]))
	expect(convert).toHaveBeenCalledTimes(widths.length)
	expect(most).toBe(2)
	convert.mockRestore()

	expect(await readdir(join(folder, 'data/pictures'))).not.toContainEqual(
		expect.stringContaining('.'),
	)
})
