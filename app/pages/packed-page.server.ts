import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/*
 * A page that is compressed once, with gaps for what is each visitor's own: deflate may hold blocks that
 * are not compressed (RFC 1951, section 3.2.4), and a gap is filled by one. While the rest is compressed,
 * bytes that no text has stand in the gap, so that nothing behind it can refer to what was in there.
 */

type Gap = { name: string; size: number }

export type PackedPage = { pieces: readonly (Buffer | Gap)[]; size: number }

type Values = Readonly<Record<string, string>>
type Parts = readonly (Uint8Array | string)[]

/** The parts are bytes, or the name of a value; a value has the same length for every visitor. */
export async function packPage(parts: Parts, values: Values): Promise<PackedPage> {
	const deflate = createDeflateRaw({ level: constants.Z_BEST_COMPRESSION })
	const pieces: (Buffer | Gap)[] = []
	for (const part of parts) {
		if (typeof part === 'string') {
			const gap = { name: part, size: valueOf(part, values).length }
			await compress(deflate, Buffer.alloc(gap.size, NO_TEXT))
			pieces.push(gap)
		} else pieces.push(await compress(deflate, part))
	}
	deflate.destroy()
	const size = pieces.reduce((sum, piece) => sum + ('size' in piece ? 0 : piece.length), 0)
	return { pieces, size }
}

/** The page as gzip (RFC 1952) for one visitor; `parts` are those that were packed. */
export function fillPage({ pieces }: PackedPage, parts: Parts, values: Values): Buffer {
	const bytes = parts.map((part) =>
		typeof part === 'string' ? Buffer.from(valueOf(part, values)) : part,
	)
	const blocks = pieces.flatMap((piece, index) => {
		if (!('size' in piece)) return piece
		const value = bytes[index] ?? EMPTY
		if (value.length !== piece.size) throw new Error(`${piece.name} has another length`)
		return [storedBlock(value.length), value]
	})
	return Buffer.concat([HEADER, ...blocks, LAST_BLOCK, trailerOf(bytes)])
}

/** Checksum and size of what was packed. */
function trailerOf(bytes: readonly Uint8Array[]): Buffer {
	const trailer = Buffer.alloc(8)
	// Of no bytes the library makes 0, whatever went before.
	const some = bytes.filter(({ length }) => length > 0)
	trailer.writeUInt32LE(some.reduce((sum, part) => crc32(part, sum), 0))
	trailer.writeUInt32LE(
		some.reduce((size, { length }) => size + length, 0),
		4,
	)
	return trailer
}

/** Ends at a whole byte, with all that was given so far. */
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

/** Never a byte of UTF-8. */
const NO_TEXT = 0xff
const EMPTY = Buffer.alloc(0)
/** Deflate, no name and no time, of no particular system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
