/** Formats rows of cells as columns of one width; the first row is the head. */
export function aligned(rows: readonly string[][]): string {
	const [head = []] = rows
	const widths = head.map((title, at) =>
		Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
	)
	return rows
		.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
		.join('\n')
}
