import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/*
 * A page with gaps is rendered once for many visitors: its finished bytes, cut at the values that differ (the nonce of
 * the response, the name of a first cart). Everything else in it must be equal for all who get it.
 */

/** A part of a page: bytes, or the name of the value that stands in the gap between them. */
type Part = Uint8Array | string
type Parts = readonly Part[]

export type PageWithGaps = {
	parts: Parts
	size: number
	status: number
	type: string
	/** The parts as blocks of deflate, once a browser has asked for gzip. */
	blocks?: Promise<readonly Block[]>
}

/**
 * The values for the gaps of a page, by name. Each is base64url, with dots and dashes, and has one length for all
 * visitors.
 */
export type Values = Readonly<Record<string, string>>

/**
 * Makes a page with gaps of a response: cuts its text wherever one of these values stands, so that another visitor's
 * values fit in there.
 */
export async function cutPage(response: Response, values: Values): Promise<PageWithGaps> {
	const parts = cutText(await response.text(), values)
	return {
		parts,
		size: sizeOf(parts),
		status: response.status,
		type: response.headers.get('Content-Type') ?? '',
	}
}

export function cutText(text: string, values: Values): Parts {
	const names = new Map(Object.entries(values).map(([name, value]) => [value, name]))
	const pattern = [...names.keys()].map((value) => value.replaceAll('.', '\\.')).join('|')
	const pieces = text.split(new RegExp(`(${pattern})`))
	return pieces.map((piece) => names.get(piece) ?? Buffer.from(piece))
}

export function sizeOf(parts: Parts): number {
	return parts.reduce((size, { length }) => size + length, 0)
}

/** Returns the bytes of a page with one visitor's values in its gaps. */
export function fillParts(parts: Parts, values: Values): Buffer<ArrayBuffer> {
	return Buffer.concat(filled(parts, values))
}

export function givePage({ parts, status, type }: PageWithGaps, values: Values): Response {
	return new Response(fillParts(parts, values), { status, headers: { 'Content-Type': type } })
}

/**
 * Returns a response without its scripts, for a page that other visitors get too: scripts would render the page again
 * from the first visitor's data.
 */
export async function withoutScripts(answer: Response): Promise<Response> {
	const page = await answer.text()
	return new Response(
		page.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, ''),
		answer,
	)
}

/**
 * Returns a page as gzip (RFC 1952) with one visitor's values in its gaps. The parts are compressed once: deflate may
 * contain uncompressed blocks (RFC 1951, section 3.2.4), and each value is such a block.
 */
export async function gzipPage(page: PageWithGaps, values: Values): Promise<Buffer> {
	page.blocks ??= compressParts(page.parts, values)
	const blocks = await page.blocks
	const bytes = filled(page.parts, values)
	const pieces = blocks.flatMap((block, index) => {
		if (!('gap' in block)) return block
		const value = bytes[index] ?? EMPTY
		if (value.length !== block.gap) throw new Error(`${page.parts[index]} has another length`)
		return [storedBlock(value.length), value]
	})
	return Buffer.concat([HEADER, ...pieces, LAST_BLOCK, trailerOf(bytes)])
}

/** A block of a compressed page: compressed bytes, or the length of the value that stands between them. */
type Block = Buffer | { gap: number }

/**
 * Compresses the parts of a page, with bytes that no text contains in the gaps, so that nothing behind a gap refers to
 * its value.
 */
async function compressParts(parts: Parts, values: Values): Promise<readonly Block[]> {
	const deflate = createDeflateRaw({ level: constants.Z_BEST_COMPRESSION })
	const blocks: Block[] = []
	for (const part of parts) {
		if (typeof part === 'string') {
			const gap = valueOf(part, values).length
			await compress(deflate, Buffer.alloc(gap, NO_TEXT))
			blocks.push({ gap })
		} else blocks.push(await compress(deflate, part))
	}
	deflate.destroy()
	return blocks
}

/** Compresses a part of a page with a sync flush, so that the result ends at a whole byte. */
function compress(deflate: DeflateRaw, part: Uint8Array): Promise<Buffer> {
	return new Promise((done, failed) => {
		const chunks: Buffer[] = []
		const take = (chunk: Buffer) => chunks.push(chunk)
		deflate.on('data', take).once('error', failed)
		deflate.write(part)
		deflate.flush(constants.Z_SYNC_FLUSH, () => {
			deflate.off('data', take).off('error', failed)
			done(Buffer.concat(chunks))
		})
	})
}

/** Returns the end of a gzip file: the checksum and the size of the uncompressed bytes. */
function trailerOf(bytes: readonly Uint8Array[]): Buffer {
	const trailer = Buffer.alloc(8)
	// `crc32` of an empty buffer returns 0 and ignores the running value, so empty parts are skipped.
	const some = bytes.filter(({ length }) => length > 0)
	trailer.writeUInt32LE(some.reduce((sum, part) => crc32(part, sum), 0))
	trailer.writeUInt32LE(
		some.reduce((size, { length }) => size + length, 0),
		4,
	)
	return trailer
}

function filled(parts: Parts, values: Values): Uint8Array[] {
	return parts.map((part) => (typeof part === 'string' ? Buffer.from(valueOf(part, values)) : part))
}

function valueOf(name: string, values: Values): string {
	const value = values[name]
	if (value === undefined) throw new Error(`The page has no ${name}`)
	return value
}

function storedBlock(length: number): Buffer {
	const head = Buffer.alloc(5)
	head.writeUInt16LE(length, 1)
	head.writeUInt16LE(~length & 0xff_ff, 3)
	return head
}

/** A byte that never occurs in UTF-8, which stands in the gaps while the parts are compressed. */
const NO_TEXT = 0xff
const EMPTY = Buffer.alloc(0)
/** The gzip header: deflate, no name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
