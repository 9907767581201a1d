import { lineOf, type Name, type Run } from './run.ts'

/** The labels of the bars, and the aim of each. */
const bars: { name: Name; limit: Name; label: string; aim: number | null }[] = [
	{ name: 'kept', limit: 'bare', label: 'Start page, kept', aim: 4 },
	{ name: 'anew', limit: 'bare', label: 'Start page, made anew', aim: 0.8 },
	{ name: 'cart', limit: 'bare', label: 'Start page with a cart', aim: 0.6 },
	{ name: 'content', limit: 'bare', label: 'Content page', aim: null },
	{ name: 'add', limit: 'bare', label: 'Add to cart', aim: 2.7 * 0.7 },
	{ name: 'order', limit: 'bare', label: 'Whole order', aim: (2.7 * 8.7) / 115 },
	{ name: 'claim', limit: 'pgbench', label: 'Claim without HTTP', aim: 0.35 },
]

const width = 760
const left = 190
const scale = (width - left - 70) / Math.log10(1000)
const row = 34

/** Draws bars on a logarithmic scale, from a hundredth of the limit to ten times as much, at 32 at once. */
export function chart(run: Run): string {
	const height = bars.length * row + 84
	const marks = [0.01, 0.1, 1, 10].map((ratio) => {
		const at = x(ratio).toFixed(1)
		return `<line x1="${at}" x2="${at}" y1="40" y2="${height - 36}" class="${ratio === 1 ? 'one' : 'grid'}"/><text x="${at}" y="${height - 18}" class="mark">${ratio === 1 ? 'the limit' : ratio}</text>`
	})
	const drawn = bars.map(({ name, limit, label, aim }, index) => {
		const y = 44 + index * row
		const ratio = (lineOf(run, name, 32)?.perSecond ?? 0) / (lineOf(run, limit, 32)?.perSecond ?? 1)
		const aimed = aim
			? `<path d="M${x(aim).toFixed(1)} ${y} v24" class="aim"><title>aim ${aim.toFixed(2)}</title></path>`
			: ''
		return `<text x="${left - 10}" y="${y + 16}" class="label">${label}</text><rect x="${left}" y="${y + 2}" width="${(x(ratio) - left).toFixed(1)}" height="20" rx="3" class="bar"/>${aimed}<text x="${(x(Math.max(ratio, aim ?? 0)) + 8).toFixed(1)}" y="${y + 16}" class="value">${ratio.toFixed(ratio < 0.1 ? 3 : 2)}</text>`
	})
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Pieces a second as a share of the limit, at 32 at once">`,
		'<style>text{font:13px system-ui,sans-serif;fill:#1f2333}.title{font-weight:600}.label{text-anchor:end}.mark{text-anchor:middle;fill:#5a6072}.grid{stroke:#d9dce5}.one{stroke:#5a6072;stroke-dasharray:4 3}.bar{fill:#4b3fbf}.aim{stroke:#d9480f;stroke-width:3}</style>',
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		`<text x="10" y="22" class="title">Pieces a second as a share of the limit, 32 at once (${run.date.slice(0, 10)}); red: the aim</text>`,
		...marks,
		...drawn,
		'</svg>',
		'',
	].join('\n')
}

function x(ratio: number): number {
	return left + Math.log10(Math.max(ratio, 0.01) / 0.01) * scale
}
