import * as styles from '#app/ui/qr-picture.css.ts'

/** One path in a square of `size`. */
type Code = { size: number; path: string }

/** A QR code, dark on white on every ground, on paper too. `label` describes its content. */
export function QrPicture({ code, label }: { code: Code; label: string }) {
	const { size, path } = code
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			width="112"
			height="112"
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
			className={styles.code}
		>
			<rect width={size} height={size} className={styles.paper} />
			<path d={path} className={styles.ink} />
		</svg>
	)
}
