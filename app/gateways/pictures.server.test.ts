import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { imageMeta } from 'image-meta'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { findPicture, pictureSize } from '#app/gateways/picture-files.server.ts'

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
	const { buffer } = await readFile(inVenue('wide.jpg'))
	await writeFile(inVenue('torn.jpg'), new Uint8Array(buffer).subarray(0, 700))
	pictures = await import('#app/gateways/pictures.server.ts')
})
afterAll(() => rm(folder, { recursive: true }))

function inVenue(name: string): string {
	return join(folder, 'venue/pictures', name)
}

async function make(name: string, modifiers = {}) {
	const asked = await pictures.findAsked(`pictures/${name}`, modifiers)
	const data = (await asked?.kept()) ?? (await asked?.make())
	if (!asked || !data) throw new Error(`${name} cannot be made`)
	return { ...imageMeta(data), ...asked, data }
}

async function sizeOf(name: string) {
	const file = await findPicture(name, [join(folder, 'venue/pictures')])
	if (!file) throw new Error(`there is no ${name}`)
	return pictureSize(file)
}

const webp = { format: 'webp' } as const

test.each(['wide.jpg', 'wide.png', 'wide.webp', 'wide.avif'])('%s becomes WebP', async (name) => {
	const made = await make(name, { ...webp, width: 320 })
	expect(made).toMatchObject({ type: 'image/webp', width: 320, height: 192 })
	expect((await sharp(made.data).metadata()).format).toBe('webp')
})

test('a drawing of the shop becomes as large as asked for, a photo no larger than it is', async () => {
	expect(await make('park.svg', { ...webp, width: 2560, height: 1600 })).toMatchObject({
		width: 2560,
		height: 1600,
	})
	expect(await make('wide.jpg', { ...webp, width: 3072 })).toMatchObject({ width: 2000 })
})

test('a photo taken upright is shown upright, and its camera data are removed', async () => {
	const made = await make('upright.jpg', { ...webp, width: 320 })
	expect(made).toMatchObject({ width: 320, height: 533 })
	expect(await sizeOf('upright.jpg')).toMatchObject({ width: 1200, height: 2000 })
	expect((await sharp((await make('wide.jpg')).data).metadata()).exif).toBeUndefined()
})

test('a drawing is sent as it is, without its scripts', async () => {
	const { data, type } = await make('evil.svg')
	expect(type).toBe('image/svg+xml')
	expect(data.toString()).toContain('<path')
	expect(data.toString()).not.toMatch(/script|onload|alert/)
})

test('a missing file or one that is no picture gives null, and its size is zeros', async () => {
	expect(await pictures.findAsked('pictures/nowhere.jpg', webp)).toBe(null)
	expect(await pictures.findAsked('pictures/broken.jpg', webp)).toBe(null)
	expect(await sizeOf('broken.jpg')).toEqual({ width: 0, height: 0, ratio: 0 })
	expect(await pictures.hasPicture('pictures/nowhere.jpg')).toBe(false)
	expect(await pictures.hasPicture('pictures/broken.jpg')).toBe(true)
	const torn = await pictures.findAsked('pictures/torn.jpg', webp)
	expect(await torn?.make()).toBe(null)
})

test('a picture whose size cannot be read is logged once, however often it is asked for', async () => {
	const { log } = await import('#app/gateways/log.server.ts')
	const warn = vi.spyOn(log, 'warn')
	await writeFile(inVenue('later.jpg'), 'no picture')
	for (let times = 0; times < 3; times += 1)
		expect(await pictures.findAsked('pictures/later.jpg', webp)).toBe(null)
	const path = inVenue('later.jpg')
	expect(warn.mock.calls).toEqual([[{ path }, 'the size of a picture could not be read']])
	warn.mockRestore()
})

test('a picture that was made once comes from disk until its file changes', async () => {
	const first = await make('wide.png', { ...webp, width: 640 })
	const kept = join(folder, 'data/pictures', first.tag)
	expect(await readFile(kept)).toEqual(first.data)
	await writeFile(kept, 'kept')
	const again = await pictures.findAsked('pictures/wide.png', { ...webp, width: 640 })
	expect(again?.tag).toBe(first.tag)
	expect(await again?.kept()).toEqual(Buffer.from('kept'))

	await utimes(inVenue('wide.png'), new Date(), new Date(2030, 0, 1))
	expect((await make('wide.png', { ...webp, width: 640 })).tag).not.toBe(first.tag)
})

test('a picture in another shape lies on its ground', async () => {
	const box = { width: 640, height: 640, fit: 'contain', background: '2e2653' }
	const { data } = await make('wide.png', { format: 'png', ...box })
	const { data: pixels } = await sharp(data).raw().toBuffer({ resolveWithObject: true })
	expect([...pixels.subarray(0, 3)]).toEqual([0x2e, 0x26, 0x53])
})
