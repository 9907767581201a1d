import path from 'node:path'

import { countMailFailure } from '#app/gateways/counts.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Letter } from '#app/gateways/mail.ts'
import {
	type MailTrouble,
	mailFailureKind,
	mailer,
	tryMailServer,
} from '#app/gateways/mailer.server.ts'

const post = mailer({
	smtpUrl: env.SMTP_URL,
	directory: path.join(env.DATA_DIR, 'mail'),
	from: env.MAIL_FROM,
})

/**
 * Delivers a letter by SMTP, or into a file where `SMTP_URL` is not set, and counts a failure for the metrics (see
 * `mailer`).
 * @throws MailDelayed, MailRefused
 */
export async function deliver(letter: Letter): Promise<void> {
	const { file } = await post(letter).catch((error: unknown) => {
		const kind = mailFailureKind(error)
		if (kind) countMailFailure({ kind })
		throw error
	})
	// The folder is logged and not the file, whose name holds the booking's public id.
	if (file)
		log.info({ folder: path.dirname(file) }, 'mail written to a file, for SMTP_URL is not set')
}

/**
 * Signs in to the mail server, if there is one, without sending a letter, and logs in one line why letters would not go
 * out.
 */
export async function tellMailTrouble(): Promise<void> {
	if (env.SMTP_URL === undefined) return
	const trouble = await tryMailServer(env.SMTP_URL)
	if (trouble) log.warn(trouble, `no letter goes out: ${words[trouble.step]}; all letters wait`)
}

const words: Record<MailTrouble['step'], string> = {
	connection: 'the mail server is not reached, see host and port of SMTP_URL',
	encryption: 'the mail server does not encrypt, see smtp:// or smtps:// and the port of SMTP_URL',
	certificate: 'the certificate of the mail server is not trusted, see its name and its date',
	'sign-in': 'the mail server refuses the sign-in, see user and password of SMTP_URL',
}
