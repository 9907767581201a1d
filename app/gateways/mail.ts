/** An e-mail as `deliver` takes it. */
export type Letter = {
	/** The address of the one recipient, without a name. */
	to: string
	/** The venue's name and address. When the operator sets a sender, this becomes the reply-to. */
	from: { name: string; address: string }
	subject: string
	text: string
	html: string
	attachments?: Attachment[]
	/** A JPEG that `html` shows at the address 'cid:' and then `pictureId`. */
	picture?: Buffer | null
	/** The Message-ID, `<something@host>`, which is the same each time this letter is sent again. */
	messageId: string
	/** The `messageId` of the first letter of the thread that this letter belongs to. */
	answers?: string
}
/** The content id of the picture in a letter's HTML. */
export const pictureId = 'picture@letter'

export type Attachment = { filename: string; contentType: string; content: string | Buffer }
