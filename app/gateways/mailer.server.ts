import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { createTransport, type SendMailOptions } from 'nodemailer'

import { pictureId, type Letter } from '#app/gateways/mail.ts'
import { sentEmail } from '#app/models/email.ts'

/** Sends a letter. Resolves when the mail server accepted it (`file` is null) or when it was written into `file`. */
export type Mailer = (letter: Letter) => Promise<{ file: string | null }>

/**
 * The error for a letter that the mail server refused for good: there is no such mailbox, or it takes no such letter.
 */
class MailRefused extends Error {
	override readonly name = 'MailRefused'
	readonly kind = 'refused'
	/** True, because trying to send this letter again is useless. */
	readonly permanent = true
}

/**
 * The error for a letter that was not delivered and that a later try may deliver. Also thrown when only the mail
 * server's answer was lost: then the letter may arrive twice, with one Message-ID.
 */
class MailDelayed extends Error {
	override readonly name = 'MailDelayed'
	readonly kind: MailTrouble['step'] | 'later'

	constructor(message: string, kind: MailDelayed['kind']) {
		super(message)
		this.kind = kind
	}
}

/**
 * Returns the function that delivers letters by SMTP, or without `smtpUrl` into `<directory>/<message id>.eml`, where a
 * letter sent again replaces its file. That function rejects with `MailRefused` or `MailDelayed`; their messages name
 * codes only, because the answers of mail servers repeat addresses.
 */
export function mailer(settings: {
	smtpUrl?: string | undefined
	directory: string
	/** The sender that the mail server demands; by default the venue's own address. */
	from?: string | undefined
}): Mailer {
	const { smtpUrl, directory, from } = settings
	const send = smtpUrl === undefined ? intoDirectory(directory) : overSmtp(smtpUrl)
	return (letter) => send(compose(letter, from))
}

type Send = (message: SendMailOptions) => ReturnType<Mailer>

function compose(letter: Letter, sender: string | undefined): SendMailOptions {
	const { to, from, subject, text, html, attachments = [], picture, messageId, answers } = letter
	const venue = { ...from, address: sentEmail(from.address) }
	return {
		// The addresses are objects, because in a text a part of a name could be read as a second address.
		to: { name: '', address: sentEmail(to) },
		...(sender === undefined ? { from: venue } : { from: sender, replyTo: venue }),
		subject,
		text,
		html,
		attachments: [...attachments, ...(picture ? [inline(picture)] : [])],
		messageId,
		...(answers !== undefined && { inReplyTo: answers, references: answers }),
		headers: { 'Auto-Submitted': 'auto-generated' },
		disableFileAccess: true,
		disableUrlAccess: true,
	}
}

/** The step at which letters fail at the mail server, and the code of the error; neither holds user or password. */
export type MailTrouble = {
	step: 'connection' | 'encryption' | 'certificate' | 'sign-in'
	code: string
}

/**
 * Connects and signs in to the mail server without sending a letter; returns where that failed, null when a letter
 * could be sent now (faults J8).
 */
export async function tryMailServer(smtpUrl: string): Promise<MailTrouble | null> {
	const transport = createTransport({ url: smtpUrl, ...timeouts })
	try {
		await transport.verify()
		return null
	} catch (error) {
		return troubleOf(error as SmtpError)
	} finally {
		transport.close()
	}
}

function troubleOf({ code = '', originalCode, responseCode }: SmtpError): MailTrouble {
	const told = originalCode ?? [code, responseCode].filter(Boolean).join(' ')
	if (code === 'EAUTH') return { step: 'sign-in', code: told }
	if (/CERT|LEAF_SIGNATURE/.test(told)) return { step: 'certificate', code: told }
	if (code === 'ETLS' || /SSL|TLS/.test(told)) return { step: 'encryption', code: told }
	return { step: 'connection', code: told }
}

/**
 * Returns the attachment for a picture that is shown inside the letter, so that mail programs do not list it as a file.
 */
function inline(picture: Buffer) {
	return {
		cid: pictureId,
		filename: false as const,
		contentType: 'image/jpeg',
		contentDisposition: 'inline' as const,
		content: picture,
	}
}

function overSmtp(url: string): Send {
	const transport = createTransport({ url, ...timeouts })
	return async (message) => {
		try {
			await transport.sendMail(message)
		} catch (error) {
			throw failure(error)
		}
		return { file: null }
	}
}

const seconds10 = 10_000
const timeouts = {
	dnsTimeout: seconds10,
	connectionTimeout: seconds10,
	greetingTimeout: seconds10,
	socketTimeout: seconds10,
}

function failure(error: unknown): MailRefused | MailDelayed {
	const { code, command, responseCode } = error as SmtpError
	const what = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
	if (isFinal(error as SmtpError)) return new MailRefused(what)
	const { step } = troubleOf(error as SmtpError)
	// A server that answered was reached: it takes this letter later, or its operator has to look.
	const wasReached = step === 'connection' && responseCode !== undefined
	return new MailDelayed(what, wasReached ? 'later' : step)
}

/** Returns the kind of a failed delivery, as the metrics count it; undefined for any other error. */
export function mailFailureKind(
	error: unknown,
): MailRefused['kind'] | MailDelayed['kind'] | undefined {
	return error instanceof MailRefused || error instanceof MailDelayed ? error.kind : undefined
}

type SmtpError = {
	code?: string
	/** The code of the error of the network or of TLS, where `code` is that of the mail library. */
	originalCode?: string
	command?: string
	responseCode?: number
	response?: string
}

/**
 * True when the mail server's answer refuses this letter for good: a 5xx to its recipient or its contents. A 5xx to our
 * sender or our password is for the operator to mend, and so is 530 (no sign-in) or a server that does not relay for us
 * (5.7.x to the recipient, RFC 3463).
 */
function isFinal({ command = '', responseCode = 0, response = '' }: SmtpError): boolean {
	if (responseCode < 500 || responseCode === 530) return false
	return command === 'DATA' || (command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(response))
}

function intoDirectory(directory: string): Send {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
	return async (message) => {
		const { message: content } = await transport.sendMail(message)
		const file = path.join(directory, fileName(String(message.messageId)))
		await mkdir(directory, { recursive: true, mode: 0o700 })
		await writeFile(`${file}.part`, content, { mode: 0o600 })
		await rename(`${file}.part`, file)
		return { file }
	}
}

function fileName(messageId: string): string {
	return `${messageId.replace(/^<|>$/g, '').replace(/[^\w.@-]/g, '_')}.eml`
}
