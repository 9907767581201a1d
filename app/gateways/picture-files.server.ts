import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { imageMeta } from 'image-meta'
import { LRUCache } from 'lru-cache'

import type { PictureSize } from '#app/models/picture.ts'

/** Where pictures lie: the venue's own come first, then those the shop brings, as sources or built. */
export function pictureFolders(venueDir: string): string[] {
	return [venueDir, 'public', 'build/client']
}

/** A file with a picture, as one of the folders has it. */
export type PictureFile = { path: string; bytes: number; changedAt: Date }

/** The first of the folders that has `file` ('pictures/park.svg'); null when none has. */
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

/** The size of a picture as it is shown; zeros when it cannot be read, which its caller says. */
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
		// From five on a camera was held upright.
		return orientation < 5 ? sized(width, height) : sized(height, width)
	} catch {
		return nothing
	}
}

const nothing: PictureSize = { width: 0, height: 0, ratio: 0 }

function sized(width: number, height: number): PictureSize {
	return width > 0 && height > 0 ? { width, height, ratio: width / height } : nothing
}
