import * as styles from '#app/ui/qr-picture.css.ts'

/** The dark modules of a QR code as one SVG path, in a square of `size` modules. */
type Code = { size: number; path: string }

/** A picture of a QR code, dark on white also where the page is dark. `label` describes its content. */
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
