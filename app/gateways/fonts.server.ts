import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { create, type Font } from 'fontkit'

/**
 * The shop's fonts for PDFs, and in `others` fonts of further scripts (faults N12), each of which is opened when a
 * document first needs it.
 */
export type Fonts = {
	text: Font
	medium: Font
	strong: Font
	display: Font
	others: { name: string; signs: RegExp; font: () => Font }[]
}

const require = createRequire(import.meta.url)

let opened: Promise<Fonts> | undefined

/**
 * Returns the fonts, opened by the first call: their tables are read at first use, which takes a quarter of a second.
 */
export function loadFonts(): Promise<Fonts> {
	opened ??= openFonts()
	return opened
}

async function openFonts(): Promise<Fonts> {
	const [text, medium, strong, display] = await Promise.all([
		open(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
		open(require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf')),
		open(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
		open(require.resolve('@expo-google-fonts/exo-2/600SemiBold/Exo2_600SemiBold.ttf')),
	])
	return { text, medium, strong, display, others }
}

async function open(file: string): Promise<Font> {
	const bytes = await readFile(file)
	const figures = tabularFigures(fontOf(file, Buffer.from(bytes)))
	return withFigures(fontOf(file, withoutSubstitution(bytes)), figures)
}

/** Returns the ids of a font's glyphs of 0 to 9 that all have one width, so that sums stand digit below digit. */
function tabularFigures(font: Font): number[] {
	return font.layout('0123456789', ['tnum']).glyphs.map(({ id }) => id)
}

/** Makes the font draw 0 to 9 with the glyphs whose ids are `figures`, and returns it. */
function withFigures(font: Font, figures: readonly number[]): Font {
	const glyphFor = font.glyphForCodePoint.bind(font)
	font.glyphForCodePoint = (sign) => {
		const figure = figures[sign - ZERO]
		return figure === undefined ? glyphFor(sign) : font.getGlyph(figure, [sign])
	}
	return font
}

const ZERO = 0x30

function fontOf(file: string, bytes: Buffer): Font {
	const font = create(bytes)
	if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
	return font
}

/**
 * Fonts of other scripts; `signs` matches the characters that need each font. The Chinese font is a part of Noto Sans
 * SC, made by `scripts/paper-fonts.ts`.
 */
const others = [
	{
		name: 'arabic',
		signs: /\p{Script_Extensions=Arabic}/u,
		font: other('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
	},
	{
		name: 'hebrew',
		signs: /\p{Script_Extensions=Hebrew}/u,
		font: other('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
	},
	{
		name: 'thai',
		signs: /\p{Script_Extensions=Thai}/u,
		font: other('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
	},
	{
		name: 'chinese',
		signs: /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/u,
		font: once('app/gateways/fonts/noto-sans-sc.ttf'),
	},
	{
		name: 'emoji',
		signs: /./u,
		font: other('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
	},
]

function other(file: string): () => Font {
	return once(require.resolve(file))
}

/**
 * Returns a function that opens a font at its first call. The font keeps its table of substitutions, because letters of
 * these scripts change shape beside one another.
 */
function once(file: string): () => Font {
	let font: Font | undefined
	return () => (font ??= fontOf(file, readFileSync(file)))
}

/**
 * Hides a font's table of substitutions by renaming it (OpenType, table directory). Searching that table for letters
 * that change shape beside one another took most of the time of a document, and no letter of our texts does so.
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
