import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'

import { imageMeta } from 'image-meta'

const inWords: Record<string, string> = {
	heic: 'a HEIC photo, as phones make them: save it as JPEG',
	pdf: 'a PDF',
	text: 'a text',
	empty: 'empty',
}

/**
 * Returns the sentence that tells why the file behind `/pictures/{name}` is not the picture that its name claims
 * (faults N15): 'is a text', 'is a PNG: name it park.png'. Null when it is, or when its kind is unknown.
 */
export async function falsePicture(path: string, name: string): Promise<string | null> {
	const kind = kindOf(await readFile(path))
	if (kind === null) return null
	const what = inWords[kind]
	if (what !== undefined) return `is ${what}`
	const [base = '', ending = ''] = name.split(/\.(?=[^.]*$)/)
	if (ending.toLowerCase().replace('jpeg', 'jpg') === kind) return null
	return `is a ${kind.toUpperCase()}: name it ${base.replace(/^.*\//, '')}.${kind}`
}

function kindOf(bytes: Buffer): string | null {
	if (bytes.length === 0) return 'empty'
	// These brands of HEIF have a codec that neither browsers nor our libraries have; the other brands are AVIF.
	if (/^(?:heic|heix|hevc|hevx)$/.test(bytes.toString('latin1', 8, 12))) return 'heic'
	if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
	try {
		const { type } = imageMeta(bytes)
		return type === 'heic' ? 'avif' : (type ?? null)
	} catch {
		return isUtf8(bytes) && !bytes.includes(0) ? 'text' : null
	}
}
