import { isEnough, pictureUrl } from '#app/models/picture.ts'
import * as styles from '#app/ui/picture.css.ts'

type PictureProps = {
	src: string
	/** The size of the picture in CSS pixels: its place is reserved before it arrives, and it is cut to this shape. */
	width: number
	height: number
	/** The alternative text; empty for a picture that decorates a name beside it. */
	alt: string
	/** Loads the picture at once; other pictures are loaded when they come near the window. */
	first?: boolean
	className?: string
}

export function Picture({ src, width, height, alt, first = false, className }: PictureProps) {
	const place = { width, height }
	return (
		<img
			src={pictureUrl(src, place, 1)}
			srcSet={isEnough(width) ? undefined : `${pictureUrl(src, place, 2)} 2x`}
			width={width}
			height={height}
			alt={alt}
			loading={first ? 'eager' : 'lazy'}
			fetchPriority={first ? 'high' : undefined}
			decoding="async"
			className={[styles.picture, className].filter(Boolean).join(' ')}
		/>
	)
}
