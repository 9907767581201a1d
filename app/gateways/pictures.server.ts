import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createIPX, ipxFSStorage, type IPX } from 'ipx'
import pLimit from 'p-limit'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import {
	findPicture,
	type PictureFile,
	pictureFolders,
} from '#app/gateways/picture-files.server.ts'
import type { Modifiers } from '#app/models/picture.ts'

/** A picture as it goes out. `tag` changes with the file it was made of. */
export type Picture = { data: Buffer; type: string; tag: string; changedAt: Date }

/**
 * Makes the picture, or takes it from disk if it was made before. Null when there is no such file, or none
 * that can be read as a picture; 'busy' when too many wait already.
 */
export async function makePicture(
	file: string,
	modifiers: Modifiers,
): Promise<Picture | 'busy' | null> {
	const source = await findPicture(file, pictureFolders(env.VENUE_DIR))
	if (!source) return null
	const tag = tagOf(source, modifiers)
	const data =
		(await kept(tag)) ?? (await once(tag, () => convert(file, modifiers, tag, source.path)))
	if (data === null || data === 'busy') return data
	return { data, type: typeOf(file, modifiers), tag, changedAt: source.changedAt }
}

/** Raise it when the same file and modifiers are to give another picture. */
const VERSION = 1

function tagOf({ path, bytes, changedAt }: PictureFile, modifiers: Modifiers): string {
	const facts = [VERSION, path, bytes, changedAt.getTime(), Object.entries(modifiers).sort()]
	return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)
}

function typeOf(file: string, { format }: Modifiers): string {
	const ending = format ?? endingOf(file)
	if (ending === 'svg') return 'image/svg+xml'
	return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}

function endingOf(file: string): string {
	return file.replace(/^.*\./, '').toLowerCase()
}

const folder = () => join(env.DATA_DIR, 'pictures')
const MEGABYTE = 1024 * 1024
const KEPT_BYTES = 256 * MEGABYTE

async function kept(tag: string): Promise<Buffer | null> {
	const path = join(folder(), tag)
	const data = await readFile(path).catch(() => null)
	const now = new Date()
	if (data) utimes(path, now, now).catch(() => {}) // Those asked for stay longest.
	return data
}

type Made = Buffer | 'busy' | null
const underWay = new Map<string, Promise<Made>>()

/** Whoever asks for a picture that is being made waits for that one. */
function once(tag: string, make: () => Promise<Made>): Promise<Made> {
	const begun = underWay.get(tag)
	if (begun) return begun
	const made = make().finally(() => underWay.delete(tag))
	underWay.set(tag, made)
	return made
}

const CONVERSIONS = 2
const LONGEST_LINE = 200
const limit = pLimit(CONVERSIONS)

async function convert(
	file: string,
	modifiers: Modifiers,
	tag: string,
	path: string,
): Promise<Made> {
	if (limit.pendingCount >= LONGEST_LINE) return 'busy'
	try {
		const { data } = await limit(async () => {
			const ipx = await theIpx()
			return ipx(file, optionsFor(file, modifiers)).process()
		})
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

/** Without a format a drawing stays one, less its scripts, and a photo keeps its kind. */
function optionsFor(file: string, modifiers: Modifiers): Record<string, string> {
	const ending = endingOf(file)
	if (ending !== 'svg') return { format: ending, ...modifiers }
	// A drawing has no largest size.
	return modifiers.format ? { ...modifiers, enlarge: '' } : {}
}

let ipx: Promise<IPX> | undefined

/** Loaded with the first picture: a shop that opens need not wait for it. */
function theIpx(): Promise<IPX> {
	ipx ??= import('sharp').then(({ default: sharp }) => {
		// Two pictures at once are two threads, and the memory is the pages'.
		sharp.concurrency(1)
		sharp.cache(false)
		return createIPX({
			storage: ipxFSStorage({ dir: pictureFolders(env.VENUE_DIR) }),
			sharpOptions: {
				// Drawings are of 72 pixels per inch: four times their size is the sharpest anybody asks for.
				density: 288,
				autoOrient: true,
				limitInputPixels: 100 * 1_000_000,
			},
		})
	})
	return ipx
}

let written = 0

/** Whole or not at all: another process may read it at this moment. */
async function keep(tag: string, data: Buffer): Promise<void> {
	await mkdir(folder(), { recursive: true, mode: 0o700 })
	const draft = join(folder(), `${tag}.${randomUUID()}`)
	await writeFile(draft, data)
	await rename(draft, join(folder(), tag))
	written += 1
	if (written % 50 === 1) await tidy()
}

/** The folder does not grow for ever: what nobody asked for longest goes first. */
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
