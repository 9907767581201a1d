/*
 * Pictures are asked for as `@nuxt/image` writes it: `/_ipx/{modifiers}/pictures/{name}`. Only what stands
 * here can be asked for, and all ways to write one picture are one picture, so nobody makes the shop compute
 * pictures that no page shows (faults M5).
 */

const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const
const densities = [1, 2] as const
const QUALITY = 90
/** Four megapixels: the largest square of a preset, 2048 by 2048, and 2560 by 1600. */
export const MOST_PIXELS = 4 * 1024 * 1024

const presets = Object.values(breakpoints)
const widths: ReadonlySet<number> = new Set(
	presets.flatMap((width) => densities.map((density) => width * density)),
)
/** Width to height of what a page cuts out. */
const shapes = [1, 5 / 4, 4 / 3, 3 / 2, 8 / 5, 16 / 9, 2, 3].flatMap((ratio) => [ratio, 1 / ratio])

/** AVIF is none of them: its four megapixels take five seconds, those of WebP a third of one. */
const formats = ['webp', 'jpeg', 'png'] as const
type Format = (typeof formats)[number]
const fits = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

/** What an address asks for. A height beside a width is that of its shape; a colour is six small digits. */
export type Modifiers = {
	format?: Format
	width?: number
	height?: number
	fit?: (typeof fits)[number]
	background?: string
}

/** A picture's own size in pixels; zeros when it cannot be read. */
export type PictureSize = { width: number; height: number; ratio: number }

/** What is made of a file. Two addresses with one plan get one picture. */
export type PicturePlan =
	| 'drawing as it is'
	| {
			format: Format
			width: number
			height: number
			quality: number
			fit: 'cover' | 'contain' | 'fill'
			background?: string
	  }

/**
 * The file below `pictures/`, and what is to be made of it; or why not: not understood, or not allowed. `file` is
 * null where it is none of ours.
 */
export type PictureRequest =
	| { ok: true; file: string; modifiers: Modifiers }
	| { ok: false; file: string | null; status: 400 | 403 }

/**
 * The address of a picture for a place of that many CSS pixels, cut to its shape, on a screen of that density;
 * smaller where it would have too many pixels.
 */
export function pictureUrl(
	src: string,
	place: { width: number; height: number },
	density: (typeof densities)[number],
): string {
	const shape = nearestShape(place.width / place.height)
	const wanted = presetFor(place.width) * density
	const width = Math.max(...[...widths].filter((it) => it <= wanted && isBounded(it, it / shape)))
	return `/_ipx/f_webp&fit_cover&s_${width}x${Math.round(width / shape)}&q_${QUALITY}${src}`
}

/** Whether what comes for a place is enough for every density: a thumbnail gets the smallest preset. */
export function isEnough(width: number): boolean {
	return presetFor(width) >= width * 2
}

/** The same for a picture that is shown whole. */
export function wholePictureUrl(src: string, width: number, density: (typeof densities)[number]) {
	return `/_ipx/f_webp&w_${presetFor(width) * density}&q_${QUALITY}${src}`
}

/** Reads what follows `/_ipx/` in an address, still encoded. */
export function readPictureRequest(path: string): PictureRequest {
	const parts = decoded(path)
	if (!parts) return { ok: false, file: null, status: 400 }
	const [words = '', ...rest] = parts
	const named = rest.filter((part, at) => at > 0 || part !== '').join('/')
	const file = isOurs(named) ? named : null
	const modifiers = readModifiers(words)
	if (modifiers === null || named === '') return { ok: false, file, status: 400 }
	if (modifiers === 'forbidden' || file === null) return { ok: false, file, status: 403 }
	return { ok: true, file, modifiers }
}

/**
 * What is made of a file of that size. A photo never becomes larger than it is, and nothing larger than
 * `MOST_PIXELS`. A drawing without a format stays one.
 */
export function planPicture(
	file: string,
	size: PictureSize,
	{ format, background, ...wanted }: Modifiers,
): PicturePlan {
	const ending = endingOf(file)
	const isDrawing = ending === 'svg'
	if (isDrawing && !format) return 'drawing as it is'
	const { width, height, fit } = boxOf(size, wanted, isDrawing ? Infinity : 1)
	// All fits of a box in the picture's own shape are the picture.
	const isWhole = Math.abs(width / size.ratio - height) <= 1
	return {
		format: format ?? formats.find((it) => it === kindOf(ending)) ?? 'webp',
		width,
		height,
		quality: QUALITY,
		fit: isWhole ? 'cover' : fit,
		...(background && fit === 'contain' && !isWhole && { background }),
	}
}

type Box = { width: number; height: number; fit: 'cover' | 'contain' | 'fill' }

/** `most`: how many times its own size a picture may become. `inside` and `outside` keep its shape. */
function boxOf(size: PictureSize, { width, height, fit = 'cover' }: Modifiers, most: number): Box {
	const scales = [width, height].flatMap((length, at) =>
		length === undefined ? [] : [length / (at === 0 ? size.width : size.height)],
	)
	if (width !== undefined && height !== undefined && fit !== 'inside' && fit !== 'outside')
		return { ...scaled({ width, height }, Math.min(1, most / Math.max(...scales))), fit }
	const scale = scales.length === 0 ? 1 : (fit === 'outside' ? Math.max : Math.min)(...scales)
	const bound = Math.sqrt(MOST_PIXELS / (size.width * size.height))
	return { ...scaled(size, Math.min(scale, most, bound)), fit: 'cover' }
}

/** Rounded down, so that it stays within its bounds; a hair of what division loses is forgiven. */
function scaled({ width, height }: { width: number; height: number }, scale: number) {
	const pixels = (length: number) => Math.max(1, Math.floor(length * scale + 0.001))
	return { width: pixels(width), height: pixels(height) }
}

function isBounded(width: number, height: number): boolean {
	return width * Math.round(height) <= MOST_PIXELS
}

function endingOf(file: string): string {
	return file.replace(/^.*\./, '').toLowerCase()
}

function kindOf(ending: string): string {
	return ending === 'jpg' ? 'jpeg' : ending
}

function nearestShape(ratio: number): number {
	const off = (shape: number) => Math.abs(Math.log(shape / ratio))
	return shapes.reduce((best, shape) => (off(shape) < off(best) ? shape : best))
}

function presetFor(width: number): number {
	return presets.find((preset) => preset >= width) ?? breakpoints['2xl']
}

function decoded(path: string): string[] | null {
	try {
		return path.split('/').map(decodeURIComponent)
	} catch {
		return null
	}
}

/** One folder, no way out of it, and nothing that is not a picture. */
function isOurs(file: string): boolean {
	return /^pictures\/[\w-]+\.(svg|webp|png|jpe?g|avif)$/i.test(file)
}

type Field = 'format' | 'width' | 'height' | 'resize' | 'quality' | 'fit' | 'background'
const fields: Record<string, Field | undefined> = {
	f: 'format',
	format: 'format',
	w: 'width',
	width: 'width',
	h: 'height',
	height: 'height',
	s: 'resize',
	resize: 'resize',
	q: 'quality',
	quality: 'quality',
	fit: 'fit',
	b: 'background',
	background: 'background',
}

/** `null`: not understood. */
function readModifiers(words: string): Modifiers | 'forbidden' | null {
	if (words === '_') return {}
	const modifiers: Modifiers = {}
	const seen = new Set<Field>()
	for (const word of words.split(/[&,]/)) {
		const [, short = '', value = ''] = /^([a-z]+)[_:=]([^_]*)$/i.exec(word) ?? []
		if (short === '') return word === '' ? null : 'forbidden'
		const field = Object.hasOwn(fields, short) ? fields[short] : undefined
		if (!field || seen.has(field)) return 'forbidden'
		const read = readers[field](value)
		if (!read) return 'forbidden'
		Object.assign(modifiers, read)
		seen.add(field)
	}
	// `w` beside `h` is `s`.
	if (seen.has('resize') && (seen.has('width') || seen.has('height'))) return 'forbidden'
	return inShape(modifiers)
}

const readers: Record<Field, (value: string) => Modifiers | null> = {
	format: (value) => {
		const format = formats.find((it) => it === kindOf(value))
		return format ? { format } : null
	},
	width: (value) => (/^\d{3,4}$/.test(value) ? { width: Number(value) } : null),
	height: (value) => (/^\d{2,4}$/.test(value) ? { height: Number(value) } : null),
	resize: (value) => {
		const [, width, height] = /^(\d{3,4})x(\d{2,4})$/.exec(value) ?? []
		return width && height ? { width: Number(width), height: Number(height) } : null
	},
	quality: (value) => (value === String(QUALITY) ? {} : null),
	fit: (value) => {
		const fit = fits.find((it) => it === value)
		return fit ? { fit } : null
	},
	background: (value) => {
		const background = value.replace('#', '').toLowerCase()
		return grounds.has(background) ? { background } : null
	},
}

/** The colours of the theme, white and black. */
const grounds = new Set(['120f24', '2e2653', '3e3370', '362d62', '6cc4cc', 'ffffff', '000000'])

/** A width of a preset and the height of a shape, rounded up or down; or one of the two, of a preset. */
function inShape(modifiers: Modifiers): Modifiers | 'forbidden' {
	const { width, height } = modifiers
	if (width === undefined) return height === undefined || isSize(height) ? modifiers : 'forbidden'
	if (!isSize(width)) return 'forbidden'
	if (height === undefined) return modifiers
	const shape = shapes.find((ratio) => Math.abs(width / ratio - height) <= 1)
	if (shape === undefined || !isBounded(width, width / shape)) return 'forbidden'
	return { ...modifiers, height: Math.round(width / shape) }
}

function isSize(length: number): boolean {
	return widths.has(length)
}
