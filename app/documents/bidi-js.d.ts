declare module 'bidi-js' {
	type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
	/** Unicode's rules for texts that run in both directions (UAX 9). */
	export default function bidiFactory(): {
		/** The level of each UTF-16 unit: odd from right to left. */
		getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl' | 'auto'): Levels
		/** The sign that is drawn in its place from right to left, as `)` for `(`; null when it is drawn alike. */
		getMirroredCharacter(sign: string): string | null
	}
}
