import { expect, test } from 'vitest'

import { pictureUrl, readPictureRequest, wholePictureUrl } from '#app/models/picture.ts'

test.each([
	['_/pictures/park.svg', {}],
	['f_webp&w_640&q_90/pictures/park.svg', { format: 'webp', width: '640', quality: '90' }],
	['f_webp,w_640,q_90/pictures/park.svg', { format: 'webp', width: '640', quality: '90' }],
	['w_640%26q_90/pictures/park.svg', { width: '640', quality: '90' }],
	['s_640x480/pictures/park.jpg', { resize: '640x480' }],
	['width_3072/pictures/park.JPG', { width: '3072' }],
	['fit_cover&s_2048x1280/pictures/a-b_c.avif', { fit: 'cover', resize: '2048x1280' }],
	['w_640&h_640/pictures/park.svg', { width: '640', height: '640' }],
	['w_640&h_480/pictures/park.svg', { width: '640', height: '480' }],
	['b_%232e2653&f_png/pictures/park.svg', { background: '#2e2653', format: 'png' }],
	['b_6CC4CC/pictures/park.svg', { background: '6CC4CC' }],
	['_//pictures/park.svg', {}],
])('%s', (path, modifiers) => {
	expect(readPictureRequest(path)).toMatchObject({ ok: true, modifiers })
	expect(readPictureRequest(path)).toMatchObject({ file: path.replace(/^[^/]*\/+/, '') })
})

test.each([
	['', 400],
	['_', 400],
	['_/', 400],
	['/pictures/park.svg', 400],
	['w_640&/pictures/park.svg', 400],
	['%/pictures/park.svg', 400],
	['w_640/pictures/%E0%A4%A.svg', 400],
	// Sizes, and numbers that are none.
	['w_99999/pictures/park.svg', 403],
	['w_641/pictures/park.svg', 403],
	['w_abc/pictures/park.svg', 403],
	['w_-640/pictures/park.svg', 403],
	['w_1e3/pictures/park.svg', 403],
	['w_/pictures/park.svg', 403],
	['w_640_480/pictures/park.svg', 403],
	['s_640x9999/pictures/park.svg', 403],
	['s_640/pictures/park.svg', 403],
	['w_3072&h_320/pictures/park.svg', 403],
	['w_640&w_320/pictures/park.svg', 403],
	['w_640&width_640/pictures/park.svg', 403],
	['w_640&s_640x480/pictures/park.svg', 403],
	// What ipx can and nobody asks for.
	['enlarge/pictures/park.svg', 403],
	['w_640&enlarge/pictures/park.svg', 403],
	['blur_5/pictures/park.svg', 403],
	['rotate_45/pictures/park.svg', 403],
	['animated/pictures/park.svg', 403],
	['__proto__/pictures/park.svg', 403],
	['constructor_1/pictures/park.svg', 403],
	['f_exe/pictures/park.svg', 403],
	['f_gif/pictures/park.svg', 403],
	['q_100/pictures/park.svg', 403],
	['b_red/pictures/park.svg', 403],
	['fit_everything/pictures/park.svg', 403],
	// Elsewhere.
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
	expect(readPictureRequest(path)).toEqual({ ok: false, status })
})

test('pages ask for presets of both densities, in the shape of their place', () => {
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
	])
		for (const density of [1, 2] as const) {
			const path = pictureUrl(src, place, density).replace('/_ipx/', '')
			expect(readPictureRequest(path)).toMatchObject({ ok: true })
		}
})
