import { deflateSync } from 'node:zlib'

import { LRUCache } from 'lru-cache'

/**
 * Parts that papers have alike, such as fonts and the profile of colours, are deflated once and kept.
 * Reaches into pdfkit (0.20.2, `PDFReference`): an object of the file deflates what was written to it when it ends.
 */
export function keepStreams(doc: PDFKit.PDFDocument): void {
	const make = doc.ref.bind(doc) as (data?: object) => PDFKit.PDFKitReference
	doc.ref = (data?: object) => {
		const made = make(data)
		const stream = made as unknown as Stream
		const finalize = stream.finalize.bind(stream)
		stream.finalize = () => {
			const [bytes, more] = stream.buffer
			if (stream.compress && bytes && !more) {
				stream.buffer = [deflated(bytes)]
				stream.compress = false
			}
			finalize()
		}
		return made
	}
}

type Stream = { buffer: Uint8Array[]; compress: boolean; finalize: () => void }

const kept = new LRUCache<string, Uint8Array>({ max: 100 })

function deflated(bytes: Uint8Array): Uint8Array {
	const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
	const known = kept.get(key) ?? deflateSync(bytes)
	kept.set(key, known)
	return known
}
