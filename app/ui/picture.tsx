import { isEnough, pictureUrl } from '#app/models/picture.ts'
import * as styles from '#app/ui/picture.css.ts'

type PictureProps = {
	src: string
	/** CSS pixels of its place, which is kept before it arrives; the picture is cut to this shape. */
	width: number
	height: number
	/** Empty for decoration beside a name. */
	alt: string
	/** The first picture of a page comes at once, the others when they come near. */
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
