/** The colours of mails, written at each element, because many programs know no style sheet. */
export const paint = {
	ground: '#f2f1f6',
	paper: '#ffffff',
	text: '#1f1b2e',
	faint: '#575368',
	tint: '#f1eef9',
	rule: '#d9d6e3',
	brand: '#2e2653',
	accent: '#6cc4cc',
}

/** The colours of mails where the reader's program is dark. */
const night = {
	ground: '#120f24',
	paper: '#1d1738',
	tint: '#2e2653',
	text: '#f4f2fb',
	faint: '#c9c1e6',
	rule: '#4a3f7d',
	onAccent: '#0d1420',
}

export const atNight = `@media (prefers-color-scheme: dark) {
.ground { background: ${night.ground} !important }
.paper { background: ${night.paper} !important }
.paper, .paper p, .paper h1, .paper h2, .paper th, .paper td { color: ${night.text} !important; border-color: ${night.rule} !important }
.paper .faint { color: ${night.faint} !important }
.paper .card { background: ${night.tint} !important; border-color: ${paint.accent} !important }
.paper .filled { background: ${paint.accent} !important; border-color: ${paint.accent} !important; color: ${night.onAccent} !important }
.paper .plain { border-color: ${paint.accent} !important; color: ${paint.accent} !important }
}`

export function font(size: number): string {
	return `font-family:Arial,Helvetica,sans-serif;font-size:${size}px;line-height:1.5;color:${paint.text}`
}
