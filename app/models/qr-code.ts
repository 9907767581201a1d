import { encode } from 'uqr'

/** The dark modules of a QR code as one SVG path, in a square of `size` modules with its quiet zone. */
export type QrCode = { size: number; path: string }

/** Makes a QR code of level M, readable with a fold or a drop on it. */
export function qrCode(text: string): QrCode {
	const { data, size } = encode(text, { ecc: 'M', border: 2 })
	const runs = data.flatMap((row, y) =>
		runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
	)
	return { size, path: runs.join('') }
}

/** Returns the runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
	const runs: { x: number; length: number }[] = []
	row.forEach((isDark, x) => {
		const last = runs.at(-1)
		if (isDark && last && last.x + last.length === x) last.length += 1
		else if (isDark) runs.push({ x, length: 1 })
	})
	return runs
}
