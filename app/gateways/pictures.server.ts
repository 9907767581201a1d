import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createIPX, ipxFSStorage, type IPX } from 'ipx'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import {
	findPicture,
	type PictureFile,
	pictureFolders,
	pictureSize,
} from '#app/gateways/picture-files.server.ts'
import { type Modifiers, type PicturePlan, planPicture } from '#app/models/picture.ts'

/** A picture in the size and format that a request asked for. `tag` changes with its file and with its plan. */
export type AskedPicture = {
	tag: string
	type: string
	changedAt: Date
	/** The number of pixels of the picture, by which the cost of making it is counted. */
	pixels: number
	/** Reads the picture from disk; null when no request has had it made before. */
	kept: () => Promise<Buffer | null>
	/** Makes the picture and keeps it on disk; null when its file cannot be read as a picture. */
	make: () => Promise<Buffer | null>
}

/** True when the venue or the shop has the picture's file: 'pictures/park.svg'. */
export async function hasPicture(file: string): Promise<boolean> {
	return (await findPicture(file, pictureFolders(env.VENUE_DIR))) !== null
}

/**
 * Finds the file behind `/pictures/{name}`, which is sent as it is, with its media type; null when there is none. `tag`
 * changes with the file.
 */
export async function findPictureFile(name: string) {
	const [, ending = ''] = /^[\w-]+\.(svg|webp|png|jpe?g|avif)$/i.exec(name) ?? []
	const found = ending && (await findPicture(`pictures/${name}`, pictureFolders(env.VENUE_DIR)))
	if (!found) return null
	const kind = ending.toLowerCase().replace(/^jpg$/, 'jpeg').replace('svg', 'svg+xml')
	const { bytes, changedAt } = found
	return { ...found, type: `image/${kind}`, tag: `"${bytes}-${changedAt.getTime()}"` }
}

/**
 * Finds a picture in the size and format of `modifiers`; null when there is no such file, or when its size cannot be
 * read, which is logged.
 */
export async function findAsked(file: string, modifiers: Modifiers): Promise<AskedPicture | null> {
	const source = await findPicture(file, pictureFolders(env.VENUE_DIR))
	if (!source) return null
	const size = await pictureSize(source)
	if (size.ratio === 0) {
		tellOnce(source)
		return null
	}
	const plan = planPicture(file, size, modifiers)
	const tag = tagOf(source, plan)
	const isDrawing = plan === 'drawing as it is'
	return {
		tag,
		type: isDrawing ? 'image/svg+xml' : `image/${plan.format}`,
		changedAt: source.changedAt,
		pixels: isDrawing ? 1 : plan.width * plan.height,
		kept: () => kept(tag),
		make: () => convert(file, plan, { tag, path: source.path }),
	}
}

const told = new Set<string>()

/**
 * Logs that the size of a picture cannot be read, once for each version of its file: visitors can ask for it again and
 * again.
 */
function tellOnce({ path, changedAt }: PictureFile): void {
	const version = `${path} ${changedAt.getTime()}`
	if (told.has(version)) return
	told.add(version)
	log.warn({ path }, 'the size of a picture could not be read')
}

/**
 * The version of the pictures on disk, a part of their tags; raised when one plan for one file is to give another
 * picture.
 */
const VERSION = 2

function tagOf({ path, bytes, changedAt }: PictureFile, plan: PicturePlan): string {
	const facts = [VERSION, path, bytes, changedAt.getTime(), plan]
	return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)
}

const folder = () => join(env.DATA_DIR, 'pictures')
const MEGABYTE = 1024 * 1024
const KEPT_BYTES = 256 * MEGABYTE

async function kept(tag: string): Promise<Buffer | null> {
	const path = join(folder(), tag)
	const data = await readFile(path).catch(() => null)
	const now = new Date()
	if (data) utimes(path, now, now).catch(() => {}) // Pictures that are asked for stay longest.
	return data
}

async function convert(
	file: string,
	plan: PicturePlan,
	{ tag, path }: { tag: string; path: string },
): Promise<Buffer | null> {
	try {
		const ipx = await theIpx()
		const { data } = await ipx(file, optionsFor(plan)).process()
		const bytes = Buffer.from(data)
		await keep(tag, bytes).catch((error: unknown) =>
			log.warn({ err: error }, 'a picture could not be kept'),
		)
		return bytes
	} catch (error) {
		log.warn({ err: error, path }, 'a picture could not be made')
		return null
	}
}

/**
 * Returns the options of ipx for a plan. Without any, ipx keeps a drawing a drawing and removes its scripts. The plan
 * has bounded the size already. A colour is passed with its `#`: without it ipx would take 2e2653 for a number.
 */
function optionsFor(plan: PicturePlan): Record<string, string> {
	if (plan === 'drawing as it is') return {}
	const { width, height, format, quality, fit, background } = plan
	return {
		format,
		quality: String(quality),
		resize: `${width}x${height}`,
		fit,
		enlarge: '',
		...(background && { background: `#${background}` }),
	}
}

let ipx: Promise<IPX> | undefined

/** Returns ipx, which the first call loads: the shop opens without waiting for it. */
function theIpx(): Promise<IPX> {
	ipx ??= import('sharp').then(({ default: sharp }) => {
		// One thread and no cache for each picture: two pictures are made at once, and the memory is left to the pages.
		sharp.concurrency(1)
		sharp.cache(false)
		return createIPX({
			storage: ipxFSStorage({ dir: pictureFolders(env.VENUE_DIR) }),
			sharpOptions: {
				// Drawings are of 72 pixels per inch: 288 makes them four times their size, the sharpest that can be
				// asked for.
				density: 288,
				autoOrient: true,
				limitInputPixels: 100 * 1_000_000,
			},
		})
	})
	return ipx
}

let written = 0

/** Writes a picture whole or not at all: another process may read it at this moment. */
async function keep(tag: string, data: Buffer): Promise<void> {
	await mkdir(folder(), { recursive: true, mode: 0o700 })
	const draft = join(folder(), `${tag}.${randomUUID()}`)
	await writeFile(draft, data)
	await rename(draft, join(folder(), tag))
	written += 1
	if (written % 50 === 1) await tidy()
}

/** Deletes the pictures on disk that were not asked for for the longest time, beyond 256 MB in all. */
async function tidy(): Promise<void> {
	const names = await readdir(folder())
	const files = await Promise.all(
		names.map(async (name) => {
			const path = join(folder(), name)
			const found = await stat(path).catch(() => null)
			return { path, bytes: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 }
		}),
	)
	let bytes = 0
	for (const file of files.toSorted((one, other) => other.usedAt - one.usedAt)) {
		bytes += file.bytes
		if (bytes > KEPT_BYTES) await rm(file.path, { force: true })
	}
}
