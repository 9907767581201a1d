import path from 'node:path'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Letter } from '#app/gateways/mail.ts'
import { mailer } from '#app/gateways/mailer.server.ts'

const post = mailer({
	smtpUrl: env.SMTP_URL,
	directory: path.join(env.DATA_DIR, 'mail'),
	from: env.MAIL_FROM,
})

/** Delivers a letter as the environment says; see `mailer`. */
export async function deliver(letter: Letter): Promise<void> {
	const { file } = await post(letter)
	// Not the file's name, which says the booking's public id.
	if (file)
		log.info({ folder: path.dirname(file) }, 'mail written to a file, for SMTP_URL is not set')
}
