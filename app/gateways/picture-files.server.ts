import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { imageMeta } from 'image-meta'
import { LRUCache } from 'lru-cache'

import type { PictureSize } from '#app/models/picture.ts'

/**
 * Lists the folders in which pictures are looked for: the venue's own comes first, then those of the shop, as sources
 * or built.
 */
export function pictureFolders(venueDir: string): string[] {
	return [venueDir, 'public', 'build/client']
}

/** The file of a picture: its path, its size and the time of its last change. */
export type PictureFile = { path: string; bytes: number; changedAt: Date }

/** Finds a picture's file ('pictures/park.svg') in the first of the folders that has it; null when none has. */
export async function findPicture(
	file: string,
	folders: readonly string[],
): Promise<PictureFile | null> {
	for (const folder of folders) {
		const path = join(folder, file)
		const found = await stat(path).catch(() => null)
		if (found?.isFile()) return { path, bytes: found.size, changedAt: found.mtime }
	}
	return null
}

/**
 * Returns width, height and ratio of a picture as it is shown; zeros when its file cannot be read, which the caller
 * reports.
 */
export async function pictureSize({ path, bytes, changedAt }: PictureFile): Promise<PictureSize> {
	const version = `${path} ${bytes} ${changedAt.getTime()}`
	const known = sizes.get(version)
	if (known) return known
	const size = await readSize(path)
	sizes.set(version, size)
	return size
}

const sizes = new LRUCache<string, PictureSize>({ max: 500 })

async function readSize(path: string): Promise<PictureSize> {
	try {
		const { width = 0, height = 0, orientation = 1 } = imageMeta(await readFile(path))
		// EXIF orientations from 5 on: the camera was held upright, so width and height change places.
		return orientation < 5 ? sized(width, height) : sized(height, width)
	} catch {
		return nothing
	}
}

const nothing: PictureSize = { width: 0, height: 0, ratio: 0 }

function sized(width: number, height: number): PictureSize {
	return width > 0 && height > 0 ? { width, height, ratio: width / height } : nothing
}
