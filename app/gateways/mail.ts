/** A letter as `deliver` takes it. */
export type Letter = {
	/** One address, without a name. */
	to: string
	/** The venue; with a sender of the operator's own it is where answers go. */
	from: { name: string; address: string }
	subject: string
	text: string
	html: string
	attachments?: Attachment[]
	/** A JPEG that `html` shows as `cid:` and `pictureId`. */
	picture?: Buffer | null
	/** `<something@host>`, the same whenever the same letter is sent again. */
	messageId: string
	/** The first letter of the same thread, by its `messageId`. */
	answers?: string
}
/** How the HTML of a letter names the picture that goes along. */
export const pictureId = 'picture@letter'

export type Attachment = { filename: string; contentType: string; content: string | Buffer }
