import type { IncomingMessage } from 'node:http'

import Negotiator from 'negotiator'

/** The smallest first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Returns the encoding with the smallest result that the browser accepts; undefined when it accepts neither. */
export function smallestEncoding(request: IncomingMessage): Encoding | undefined {
	const read = new Negotiator(request).encodings([...encodings])
	return encodings.find((encoding) => read.includes(encoding))
}
