declare module 'bidi-js' {
	type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
	/** Makes an object with Unicode's rules for texts that run in both directions (UAX 9). */
	export default function bidiFactory(): {
		/** Returns the level of each UTF-16 unit: even from left to right, odd from right to left. */
		getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl' | 'auto'): Levels
		/**
		 * Returns the sign that is drawn from right to left in place of `sign`, as `)` for `(`; null when it is the same.
		 */
		getMirroredCharacter(sign: string): string | null
	}
}
