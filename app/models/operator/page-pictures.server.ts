import { findPicture, pictureFolders, pictureSize } from '#app/gateways/picture-files.server.ts'
import { falsePicture } from '#app/gateways/picture-kind.server.ts'
import { type PictureSize, wholePictureUrl } from '#app/models/picture.ts'

/** The sizes of the pictures that a page names, by the picture's path; null for a path without a file. */
export type PagePictures = ReadonlyMap<string, PictureSize | null>

/** Finds the pictures that a page names in its Markdown, such as `![The park](/pictures/park.jpg)`. */
export async function picturesIn(markdown: string, venueDir: string): Promise<PagePictures> {
	const found = new Map<string, PictureSize | null>()
	for (const [, path = ''] of markdown.matchAll(/!\[[^\]]*\]\((\/pictures\/[^\s)]+)/g)) {
		const file = await findPicture(path, pictureFolders(venueDir))
		found.set(path, file && (await pictureSize(file)))
	}
	return found
}

export function missing(pictures: PagePictures): string[] {
	return [...pictures].flatMap(([path, size]) => (size ? [] : [`there is no file ${path}`]))
}

/** Lists a page's pictures whose format differs from their name, or that cannot be read, one sentence each. */
export async function notPictures(pictures: PagePictures, venueDir: string): Promise<string[]> {
	const checked = await Promise.all(
		[...pictures].map(async ([path, size]) => {
			const file = size && (await findPicture(path, pictureFolders(venueDir)))
			if (!file) return []
			const truth = await falsePicture(file.path, path)
			if (truth) return [`${path} ${truth}`]
			return size.ratio === 0 ? [`${path} cannot be read as a picture`] : []
		}),
	)
	return checked.flat()
}

const WIDEST = 768

/**
 * Returns the attributes of a page's picture in HTML: it is at most as wide as the text, and width and height reserve
 * its space on the page. Empty for a picture without a file.
 */
export function pagePicture(
	{ src = '', alt = '' }: Record<string, string>,
	pictures: PagePictures,
): Record<string, string> {
	const size = pictures.get(src)
	if (!size) return {}
	const width = Math.min(size.width, WIDEST)
	const one = wholePictureUrl(src, width, 1)
	return {
		src: one,
		srcset: `${one} 1x, ${wholePictureUrl(src, width, 2)} 2x`,
		width: String(width),
		height: String(size.ratio === 0 ? 0 : Math.round(width / size.ratio)),
		alt,
		loading: 'lazy',
	}
}
