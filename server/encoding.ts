import type { IncomingMessage } from 'node:http'

import Negotiator from 'negotiator'

/** The encodings of answers, the one with the smallest result first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Returns the encoding with the smallest result that the browser accepts; undefined when it accepts none of them. */
export function smallestEncoding(request: IncomingMessage): Encoding | undefined {
	const read = new Negotiator(request).encodings([...encodings])
	return encodings.find((encoding) => read.includes(encoding))
}
