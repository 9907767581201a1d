import { findPicture, pictureFolders, pictureSize } from '#app/gateways/picture-files.server.ts'
import { falsePicture } from '#app/gateways/picture-kind.server.ts'
import { type PictureSize, wholePictureUrl } from '#app/models/picture.ts'

/** The pictures that a page names, with their sizes; null when there is no such file. */
export type PagePictures = ReadonlyMap<string, PictureSize | null>

/** Finds the pictures in the Markdown of a page, such as `![The park](/pictures/park.jpg)`. */
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

/** A sentence for each picture whose format differs from its name, or that cannot be read. */
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

/** The attributes of a picture on a page: at most as wide as the text; width and height reserve its place. */
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
