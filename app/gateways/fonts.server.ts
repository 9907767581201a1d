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
	const font = create(await readFile(file))
	if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
	return font
}
