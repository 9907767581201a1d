/*
 * Pictures are asked for as `@nuxt/image` writes it: `/_ipx/{modifiers}/pictures/{name}`. Only what stands
 * here can be asked for, so nobody makes the shop compute pictures that no page shows.
 */

const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const
const densities = [1, 2] as const
const QUALITY = 90

const presets = Object.values(breakpoints)
const widths: ReadonlySet<number> = new Set(
	presets.flatMap((width) => densities.map((density) => width * density)),
)
/** Width to height of what a page cuts out. */
const shapes = [1, 5 / 4, 4 / 3, 3 / 2, 8 / 5, 16 / 9, 2, 3].flatMap((ratio) => [ratio, 1 / ratio])

/** What ipx is told; `resize` is 'WIDTHxHEIGHT'. */
export type Modifiers = {
	format?: string
	width?: string
	height?: string
	resize?: string
	quality?: string
	fit?: string
	background?: string
}

/** A picture's own size in pixels; zeros when it cannot be read. */
export type PictureSize = { width: number; height: number; ratio: number }

/** The file below `pictures/`, and what is to be made of it; or why not: not understood, or not allowed. */
export type PictureRequest =
	| { ok: true; file: string; modifiers: Modifiers }
	| { ok: false; status: 400 | 403 }

/** The address of a picture for a place of that many CSS pixels, cut to its shape, on a screen of that density. */
export function pictureUrl(
	src: string,
	place: { width: number; height: number },
	density: (typeof densities)[number],
): string {
	const width = presetFor(place.width) * density
	const height = Math.round(width / nearestShape(place.width / place.height))
	return `/_ipx/f_webp&fit_cover&s_${width}x${height}&q_${QUALITY}${src}`
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
	if (!parts) return { ok: false, status: 400 }
	const [words = '', ...rest] = parts
	const file = rest.filter((part, at) => at > 0 || part !== '').join('/')
	const modifiers = readModifiers(words)
	if (modifiers === null || file === '') return { ok: false, status: 400 }
	if (modifiers === 'forbidden' || !isOurs(file)) return { ok: false, status: 403 }
	return { ok: true, file, modifiers }
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

const names: Record<string, keyof Modifiers | undefined> = {
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

function readModifiers(words: string): Modifiers | 'forbidden' | null {
	if (words === '_') return {}
	const modifiers: Modifiers = {}
	for (const word of words.split(/[&,]/)) {
		const [, short = '', value = ''] = /^([a-z]+)[_:=]([^_]*)$/i.exec(word) ?? []
		if (short === '') return word === '' ? null : 'forbidden'
		const name = Object.hasOwn(names, short) ? names[short] : undefined
		if (!name || name in modifiers || !isAllowed[name](value)) return 'forbidden'
		modifiers[name] = value
	}
	return isAllowedTogether(modifiers) ? modifiers : 'forbidden'
}

const isAllowed: Record<keyof Modifiers, (value: string) => boolean> = {
	format: oneOf('webp', 'avif', 'jpeg', 'jpg', 'png'),
	width: isSize,
	height: (value) => /^\d{2,4}$/.test(value),
	resize: (value) => {
		const [, width = '', height = ''] = /^(\d{3,4})x(\d{2,4})$/.exec(value) ?? []
		return isSize(width) && isShape(Number(width), Number(height))
	},
	quality: oneOf(String(QUALITY)),
	fit: oneOf('cover', 'contain', 'fill', 'inside', 'outside'),
	background: (value) => grounds.has(value.replace('#', '').toLowerCase()),
}

/** The colours of the theme, white and black. */
const grounds = new Set(['120f24', '2e2653', '3e3370', '362d62', '6cc4cc', 'ffffff', '000000'])

function oneOf(...values: string[]) {
	return (value: string) => values.includes(value)
}

function isSize(value: string): boolean {
	return /^\d{3,4}$/.test(value) && widths.has(Number(value))
}

function isShape(width: number, height: number): boolean {
	return shapes.some((ratio) => Math.abs(width / ratio - height) <= 1)
}

/** `w` beside `h` is `s`. */
function isAllowedTogether({ width, height, resize }: Modifiers): boolean {
	if (resize !== undefined) return width === undefined && height === undefined
	if (height === undefined) return true
	if (width === undefined) return isSize(height)
	return isShape(Number(width), Number(height))
}
