/*
 * Pictures have addresses in the form of `@nuxt/image`: `/_ipx/{modifiers}/pictures/{name}`. Only the values in this
 * file are allowed, and different addresses for one picture of one size share one result, so that no client can make
 * the shop compute pictures that no page shows (faults M5).
 */

const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const
const densities = [1, 2] as const
const QUALITY = 90
/** The most pixels of a computed picture, four megapixels: 2048 by 2048, or 2560 by 1600. */
export const MOST_PIXELS = 4 * 1024 * 1024

const presets = Object.values(breakpoints)
const widths: ReadonlySet<number> = new Set(
	presets.flatMap((width) => densities.map((density) => width * density)),
)
/** The ratios of width to height to which pages cut pictures. */
const shapes = [1, 5 / 4, 4 / 3, 3 / 2, 8 / 5, 16 / 9, 2, 3].flatMap((ratio) => [ratio, 1 / ratio])

/** The formats of pictures. AVIF is left out: four megapixels of it take five seconds, of WebP a third of a second. */
const formats = ['webp', 'jpeg', 'png'] as const
type Format = (typeof formats)[number]
const fits = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

/** The modifiers of an address. With both, width and height have one of the `shapes`; a colour is six hex digits. */
export type Modifiers = {
	format?: Format
	width?: number
	height?: number
	fit?: (typeof fits)[number]
	background?: string
}

/** The size of a picture's file in pixels, and its width divided by its height; zeros when the file cannot be read. */
export type PictureSize = { width: number; height: number; ratio: number }

/** The result to compute from a file. Two addresses with one plan share one result. */
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
 * The file (`pictures/{name}`) and the modifiers that an address asks for; or its refusal, with the HTTP status 400 for
 * an address that cannot be read and 403 for one that is not allowed. `file` is null when the path names no picture.
 */
export type PictureRequest =
	| { ok: true; file: string; modifiers: Modifiers }
	| { ok: false; file: string | null; status: 400 | 403 }

/**
 * Returns the address of a picture that fills a box of `place.width` by `place.height` CSS pixels on a screen of this
 * density, cut to the nearest ratio of `shapes`; smaller when it would have more than `MOST_PIXELS`.
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

/** True when the picture of density 1 is wide enough for density 2 too, as for thumbnails in the smallest preset. */
export function isEnough(width: number): boolean {
	return presetFor(width) >= width * 2
}

/** Returns the address of an uncut picture for `width` CSS pixels at `density`, rounded up to a preset width. */
export function wholePictureUrl(src: string, width: number, density: (typeof densities)[number]) {
	return `/_ipx/f_webp&w_${presetFor(width) * density}&q_${QUALITY}${src}`
}

/** Reads what a picture's address asks for from its part after `/_ipx/`, still encoded. */
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
 * Plans the picture to compute from a file of this size. A photo never becomes larger than its file, and no picture
 * larger than `MOST_PIXELS`. A drawing (SVG) without a wanted format is sent as it is.
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
	// In a box with the ratio of the file every `fit` gives the whole picture.
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

/** The box of the result; `most` is the largest allowed scale. `inside` and `outside` keep the picture's shape. */
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

/** A scaled size, rounded down to stay within its bounds; 0.001 makes up for the error of the division. */
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

/** True for the name of a picture that lies directly in `pictures/`, in a format that the shop knows. */
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

/** Reads the modifiers; null when they cannot be read, 'forbidden' when they are not allowed. */
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
	// `s` sets width and height, so neither may stand beside it.
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

/** The allowed colours of a picture's background: those of the theme, white and black. */
const grounds = new Set(['120f24', '2e2653', '3e3370', '362d62', '6cc4cc', 'ffffff', '000000'])

/** Allows a preset's width with the height of a shape, rounded up or down, or one of the two alone from a preset. */
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
