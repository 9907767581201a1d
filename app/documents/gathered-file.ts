import { deflateSync } from 'node:zlib'

import { LRUCache } from 'lru-cache'

/**
 * Writes as pdfkit does, with less to forget: it makes bytes of each of the two thousand lines of a file, and
 * deflates for each paper what papers have alike, such as fonts and the profile of colours. Lines are gathered
 * here, and what was deflated is kept. Wants a document without a page yet; answers what gives its bytes, once it
 * has ended. Reaches into pdfkit (0.20.2, `PDFDocument._write` and `PDFReference`).
 */
export function gatherFile(doc: PDFKit.PDFDocument): () => Buffer {
	const file = doc as unknown as File
	const head = doc.read() as Buffer
	const written = gather()
	file['_write'] = (piece) => {
		file['_offset'] += written.add(piece)
	}
	const make = file.ref.bind(file)
	file.ref = (data) => gatherStream(make(data))
	return () => Buffer.concat([head, ...written.end()])
}

type Piece = string | Uint8Array
type File = {
	_offset: number
	/** Text is a line of its own. */
	_write: (piece: Piece) => void
	ref: (data?: object) => Stream
}
/** An object of the file; what is written to it is deflated when it ends. */
type Stream = {
	buffer: Uint8Array[]
	compress: boolean
	write: (piece: Piece) => void
	finalize: () => void
}

function gatherStream(stream: Stream): Stream {
	const write = stream.write.bind(stream)
	const finalize = stream.finalize.bind(stream)
	const written = gather()
	stream.write = written.add
	stream.finalize = () => {
		for (const bytes of written.end()) write(bytes)
		const [bytes, more] = stream.buffer
		if (stream.compress && bytes && !more) {
			stream.buffer = [deflated(bytes)]
			stream.compress = false
		}
		finalize()
	}
	return stream
}

/** `add` answers how many bytes it took. Text has a byte for each sign. */
function gather() {
	const pieces: Uint8Array[] = []
	let lines = ''
	return { add, end }

	function add(piece: Piece): number {
		if (typeof piece === 'string') {
			lines += `${piece}\n`
			return piece.length + 1
		}
		end()
		pieces.push(piece)
		return piece.length
	}

	function end(): Uint8Array[] {
		if (lines) pieces.push(Buffer.from(lines, 'latin1'))
		lines = ''
		return pieces
	}
}

const kept = new LRUCache<string, Uint8Array>({ max: 30 })

function deflated(bytes: Uint8Array): Uint8Array {
	const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
	const known = kept.get(key) ?? deflateSync(bytes)
	kept.set(key, known)
	return known
}
