import * as styles from '#app/ui/picture.css.ts'

type PictureProps = {
	src: string
	/** Pixels of the drawing: the place is kept before it arrives. */
	width: number
	height: number
	/** Empty for decoration beside a name. */
	alt: string
	/** The first picture of a page comes at once, the others when they come near. */
	first?: boolean
	className?: string
}

export function Picture({ src, width, height, alt, first = false, className }: PictureProps) {
	return (
		<img
			src={src}
			width={width}
			height={height}
			alt={alt}
			loading={first ? 'eager' : 'lazy'}
			fetchPriority={first ? 'high' : 'auto'}
			decoding="async"
			className={[styles.picture, className].filter(Boolean).join(' ')}
		/>
	)
}
