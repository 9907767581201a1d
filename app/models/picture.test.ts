import { expect, test } from 'vitest'

import {
	MOST_PIXELS,
	pictureUrl,
	planPicture,
	readPictureRequest,
	wholePictureUrl,
} from '#app/models/picture.ts'

test.each([
	['_/pictures/park.svg', {}],
	['f_webp&w_640&q_90/pictures/park.svg', { format: 'webp', width: 640 }],
	['f_webp,w_640,q_90/pictures/park.svg', { format: 'webp', width: 640 }],
	['w_640%26q_90/pictures/park.svg', { width: 640 }],
	['q_90/pictures/park.svg', {}],
	['f_jpg/pictures/park.svg', { format: 'jpeg' }],
	['s_640x480/pictures/park.jpg', { width: 640, height: 480 }],
	['width_3072/pictures/park.JPG', { width: 3072 }],
	['h_1536/pictures/park.JPG', { height: 1536 }],
	['fit_cover&s_2048x1280/pictures/a-b_c.avif', { fit: 'cover', width: 2048, height: 1280 }],
	['w_640&h_640/pictures/park.svg', { width: 640, height: 640 }],
	['w_640&h_480/pictures/park.svg', { width: 640, height: 480 }],
	['b_%232e2653&f_png/pictures/park.svg', { background: '2e2653', format: 'png' }],
	['b_6CC4cc/pictures/park.svg', { background: '6cc4cc' }],
	['_//pictures/park.svg', {}],
	// A height rounded up or down is read as the height of the shape.
	['s_768x433/pictures/park.svg', { width: 768, height: 432 }],
	['s_768x431/pictures/park.svg', { width: 768, height: 432 }],
	['s_640x426/pictures/park.svg', { width: 640, height: 427 }],
	// The largest sizes.
	['s_2048x2048/pictures/park.svg', { width: 2048, height: 2048 }],
	['s_2560x1600/pictures/park.svg', { width: 2560, height: 1600 }],
])('%s', (path, modifiers) => {
	const file = path.replace(/^[^/]*\/+/, '')
	expect(readPictureRequest(path)).toEqual({ ok: true, file, modifiers })
})

test.each([
	['', 400],
	['_', 400],
	['_/', 400],
	['/pictures/park.svg', 400],
	['w_640&/pictures/park.svg', 400],
	['%/pictures/park.svg', 400],
	['w_640/pictures/%E0%A4%A.svg', 400],
	// Sizes that are not allowed, and values that are no numbers.
	['w_99999/pictures/park.svg', 403],
	['w_641/pictures/park.svg', 403],
	['w_abc/pictures/park.svg', 403],
	['w_-640/pictures/park.svg', 403],
	['w_1e3/pictures/park.svg', 403],
	['w_/pictures/park.svg', 403],
	['w_640_480/pictures/park.svg', 403],
	['s_640x9999/pictures/park.svg', 403],
	['s_640/pictures/park.svg', 403],
	// More than four megapixels.
	['s_3072x9216/pictures/park.svg', 403],
	['f_avif&s_3072x9216&fit_fill/pictures/park.svg', 403],
	['s_3072x1920/pictures/park.svg', 403],
	['w_2048&h_2560/pictures/park.svg', 403],
	['w_3072&h_320/pictures/park.svg', 403],
	['w_640&w_320/pictures/park.svg', 403],
	['w_640&width_640/pictures/park.svg', 403],
	['w_640&s_640x480/pictures/park.svg', 403],
	// Modifiers of ipx that no page uses.
	['enlarge/pictures/park.svg', 403],
	['w_640&enlarge/pictures/park.svg', 403],
	['blur_5/pictures/park.svg', 403],
	['rotate_45/pictures/park.svg', 403],
	['animated/pictures/park.svg', 403],
	['__proto__/pictures/park.svg', 403],
	['constructor_1/pictures/park.svg', 403],
	['f_exe/pictures/park.svg', 403],
	['f_gif/pictures/park.svg', 403],
	['f_avif/pictures/park.svg', 403],
	['f_svg/pictures/park.svg', 403],
	['q_100/pictures/park.svg', 403],
	['b_red/pictures/park.svg', 403],
	['fit_everything/pictures/park.svg', 403],
	// Files outside `pictures/`, and files that are no pictures.
	['_/logo.svg', 403],
	['_/pictures/../logo.svg', 403],
	['_/..%2f..%2fpackage.json', 403],
	['_/pictures%2f..%2f..%2fvenue.yaml', 403],
	['_/http://127.0.0.1:1/x.png', 403],
	['_/https:%2f%2fevil.example%2fx.png', 403],
	['_/pictures/x.png%00.svg', 403],
	['_/pictures/venue.yaml', 403],
	['_/pictures/.hidden.svg', 403],
])('%s is refused with %i', (path, status) => {
	expect(readPictureRequest(path)).toMatchObject({ ok: false, status })
})

test.each([
	['blur_5/pictures/park.svg', 'pictures/park.svg'],
	['w_640&/pictures/park.svg', 'pictures/park.svg'],
	['blur_5/logo.svg', null],
	['_/pictures/../logo.svg', null],
])('the refusal of %s names the file %s', (path, file) => {
	expect(readPictureRequest(path)).toMatchObject({ ok: false, file })
})

const drawing = { width: 640, height: 400, ratio: 1.6 }
const photo = { width: 2000, height: 1200, ratio: 5 / 3 }
function made(width: number, height: number, more = {}) {
	return Object.assign({ format: 'webp', quality: 90, fit: 'cover', width, height }, more)
}

test.each<[string, typeof drawing, string, unknown]>([
	// Drawings become as large as asked for, within four megapixels.
	['park.svg', drawing, '_', 'drawing as it is'],
	['park.svg', drawing, 'w_640&b_ffffff', 'drawing as it is'],
	['park.svg', drawing, 'f_webp', made(640, 400)],
	['park.svg', drawing, 'f_webp&w_1280', made(1280, 800)],
	['park.svg', drawing, 'f_webp&h_640', made(1024, 640)],
	['park.svg', drawing, 'f_webp&w_3072', made(2590, 1619)],
	['park.svg', drawing, 'f_webp&h_3072', made(2590, 1619)],
	['park.svg', drawing, 'f_webp&s_640x640', made(640, 640)],
	['park.svg', drawing, 'f_webp&s_640x640&fit_inside', made(640, 400)],
	['park.svg', drawing, 'f_webp&s_640x640&fit_outside', made(1024, 640)],
	['park.svg', drawing, 'f_webp&s_1024x3072&fit_outside', made(2590, 1619)],
	// A fit and a background only where they change the result.
	['park.svg', drawing, 'f_webp&s_640x400&fit_fill&b_ffffff', made(640, 400)],
	['park.svg', drawing, 'f_webp&s_640x400&fit_contain&b_ffffff', made(640, 400)],
	['park.svg', drawing, 'f_webp&s_640x640&fit_fill&b_ffffff', made(640, 640, { fit: 'fill' })],
	[
		'park.svg',
		drawing,
		'f_webp&s_640x640&fit_contain&b_FFFFFF',
		made(640, 640, { fit: 'contain', background: 'ffffff' }),
	],
	// A photo never becomes larger than it is.
	['wide.jpg', photo, '_', made(2000, 1200, { format: 'jpeg' })],
	['wide.jpg', photo, 'f_webp&w_320', made(320, 192)],
	['wide.jpg', photo, 'f_webp&w_3072', made(2000, 1200)],
	['wide.jpg', photo, 'f_webp&s_2048x2048', made(1200, 1200)],
	['wide.jpg', photo, 'f_webp&s_2048x2048&fit_outside', made(2000, 1200)],
	['wide.avif', photo, '_', made(2000, 1200)],
	[
		'large.png',
		{ width: 8000, height: 6000, ratio: 4 / 3 },
		'_',
		made(2364, 1773, { format: 'png' }),
	],
])('%s of %j with %s', (name, size, words, plan) => {
	const read = readPictureRequest(`${words}/pictures/${name}`)
	expect(read.ok && planPicture(read.file, size, read.modifiers)).toEqual(plan)
})

test('all allowed addresses of a drawing give fewer than 3,000 pictures within `MOST_PIXELS` (faults M5)', () => {
	const plans = new Set<string>()
	let [spellings, largest] = [0, 0]
	for (const words of allWords()) {
		const read = readPictureRequest(`${words}/pictures/park.svg`)
		if (!read.ok) continue
		spellings += 1
		const plan = planPicture(read.file, drawing, read.modifiers)
		if (plan === 'drawing as it is') throw new Error(words)
		largest = Math.max(largest, plan.width * plan.height)
		plans.add(JSON.stringify(plan))
	}
	expect(largest).toBeLessThanOrEqual(MOST_PIXELS)
	expect(spellings).toBeGreaterThan(10 * plans.size)
	expect(plans.size).toBeLessThan(3000)
})

const presetWidths = [320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072]
const heights = Array.from({ length: 9216 }, (_, at) => at + 1)

function allWords(): string[] {
	const sizes = presetWidths
		.flatMap((width) => [
			`w_${width}`,
			`h_${width}`,
			...heights.map((height) => `s_${width}x${height}`),
		])
		.filter((size) => readPictureRequest(`${size}/pictures/park.svg`).ok)
	const fits = ['cover', 'contain', 'fill', 'inside', 'outside']
	const grounds = ['2e2653', '2E2653', '3e3370', '362d62', '6cc4cc', 'ffffff', '000000']
	return ['webp', 'avif', 'jpeg', 'jpg', 'png']
		.flatMap((format) => sizes.map((size) => `f_${format}&${size}`))
		.flatMap((words) => fits.map((fit) => `${words}&fit_${fit}`))
		.flatMap((words) => grounds.map((ground) => `${words}&b_${ground}`))
}

test('addresses for pages use presets of both densities in the shape of the place, and are allowed', () => {
	const src = '/pictures/park.svg'
	expect(pictureUrl(src, { width: 640, height: 400 }, 1)).toBe(
		'/_ipx/f_webp&fit_cover&s_640x400&q_90/pictures/park.svg',
	)
	expect(pictureUrl(src, { width: 96, height: 60 }, 2)).toBe(
		'/_ipx/f_webp&fit_cover&s_640x400&q_90/pictures/park.svg',
	)
	expect(wholePictureUrl(src, 900, 2)).toBe('/_ipx/f_webp&w_2048&q_90/pictures/park.svg')
	for (const place of [
		{ width: 640, height: 400 },
		{ width: 96, height: 60 },
		{ width: 96, height: 72 },
		{ width: 1536, height: 864 },
		{ width: 1536, height: 4608 },
	])
		for (const density of [1, 2] as const) {
			const path = pictureUrl(src, place, density).replace('/_ipx/', '')
			expect(readPictureRequest(path)).toMatchObject({ ok: true })
		}
})
