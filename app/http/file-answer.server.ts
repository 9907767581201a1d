import type { Attachment } from '#app/gateways/mail.ts'

/** Returns an answer with a file, which the browser saves under its name. */
export function fileAnswer({ filename, contentType, content }: Attachment): Response {
	return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
		headers: {
			'Content-Type': contentType,
			'Content-Disposition': `attachment; filename="${filename}"`,
		},
	})
}
