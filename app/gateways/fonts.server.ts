import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { create, type Font } from 'fontkit'

/** The faces of the shop as fonts that a PDF can hold. */
export type Fonts = { text: Font; medium: Font; strong: Font; display: Font }

let opened: Promise<Fonts> | undefined

/** Opened once: their tables are read when they are first needed, and that takes a quarter of a second. */
export function loadFonts(): Promise<Fonts> {
	opened ??= openFonts()
	return opened
}

const require = createRequire(import.meta.url)

async function openFonts(): Promise<Fonts> {
	const [text, medium, strong, display] = await Promise.all([
		open(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
		open(require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf')),
		open(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
		open(require.resolve('@expo-google-fonts/exo-2/600SemiBold/Exo2_600SemiBold.ttf')),
	])
	return { text, medium, strong, display }
}

async function open(file: string): Promise<Font> {
	const font = create(withoutSubstitution(await readFile(file)))
	if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
	return font
}

/**
 * The font with its table of substitutions under a name that nobody reads (OpenType, table directory): to
 * ask which letter looks otherwise beside which took most of the time of a document, and none of ours does.
 */
function withoutSubstitution(font: Buffer): Buffer {
	const count = font.readUInt16BE(4)
	for (let entry = 0; entry < count; entry += 1) {
		const at = DIRECTORY + entry * ENTRY
		if (font.toString('latin1', at, at + 4) === 'GSUB') font.write('none', at, 'latin1')
	}
	return font
}

const DIRECTORY = 12
const ENTRY = 16
