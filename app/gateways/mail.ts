/** A letter for `deliver`. */
export type Letter = {
	/** One address, without a name. */
	to: string
	/** The venue's name and address. When the operator sets a sender, this becomes the reply-to. */
	from: { name: string; address: string }
	subject: string
	text: string
	html: string
	attachments?: Attachment[]
	/** A JPEG that `html` shows as `cid:` and `pictureId`. */
	picture?: Buffer | null
	/** `<something@host>`, the same each time the same letter is sent again. */
	messageId: string
	/** The `messageId` of the first letter of the same thread. */
	answers?: string
}
/** The content id of the picture in a letter's HTML. */
export const pictureId = 'picture@letter'

export type Attachment = { filename: string; contentType: string; content: string | Buffer }
