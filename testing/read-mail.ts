/** A mail as its reader sees it. */
export type Mail = {
	subject: string
	to: string
	text: string
	html: string
	files: MailFile[]
	/** The source as it goes over the wire. */
	source: string
}
type MailFile = { name: string; type: string; content: string }

/** Reads a message as it goes over the wire. */
export function readMail(message: string): Mail {
	const parts = partsOf(message)
	const { headers } = split(message)
	const body = (type: string) => parts.find((part) => part.type === type && !part.name)?.content
	return {
		source: message,
		subject: decodeWords(headerOf(headers, 'Subject')),
		to: headerOf(headers, 'To'),
		text: body('text/plain') ?? '',
		html: body('text/html') ?? '',
		files: parts.filter((part) => part.name !== ''),
	}
}

/** Returns all leaves of the message, decoded. */
function partsOf(message: string): MailFile[] {
	const { headers, body } = split(message)
	const kind = headerOf(headers, 'Content-Type')
	const boundary = /boundary="?([^";]+)"?/.exec(kind)?.[1]
	if (boundary) {
		return body
			.split(`--${boundary}`)
			.slice(1, -1)
			.flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
	}
	const disposition = headerOf(headers, 'Content-Disposition')
	const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? ''
	const type = kind.split(';')[0]?.trim() ?? ''
	return [{ name, type, content: decode(body, headerOf(headers, 'Content-Transfer-Encoding')) }]
}

function split(message: string): { headers: string; body: string } {
	const end = message.indexOf('\r\n\r\n')
	return { headers: message.slice(0, end), body: message.slice(end + 4) }
}

function headerOf(headers: string, name: string): string {
	const unfolded = headers.replaceAll(/\r\n[ \t]+/g, ' ')
	return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
}

function decode(body: string, encoding: string): string {
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
	if (encoding === 'quoted-printable') return quotedPrintable(body.replaceAll('=\r\n', ''))
	return Buffer.from(body, 'latin1').toString('utf8')
}

function quotedPrintable(text: string): string {
	const bytes = text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	)
	return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Decodes RFC 2047, as nodemailer writes it. */
function decodeWords(header: string): string {
	return header
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
			kind.toUpperCase() === 'B'
				? Buffer.from(text, 'base64').toString('utf8')
				: quotedPrintable(text.replaceAll('_', ' ')),
		)
}
