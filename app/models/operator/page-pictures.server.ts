import { findPicture, pictureFolders, pictureSize } from '#app/gateways/picture-files.server.ts'
import { falsePicture } from '#app/gateways/picture-kind.server.ts'
import { type PictureSize, wholePictureUrl } from '#app/models/picture.ts'

/** The pictures a page names, with their sizes; null where there is no such file. */
export type PagePictures = ReadonlyMap<string, PictureSize | null>

/** `![What is seen](/pictures/park.jpg)` in the Markdown of a page. */
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

/** Pictures that are something else than their names say, or that cannot be read. */
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

/** The attributes of a picture on a page: as wide as the text at most, its place kept before it arrives. */
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
