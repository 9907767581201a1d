import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'

import type { Letter } from '#app/gateways/mail.ts'
import { mailer, mailFailureKind, tryMailServer } from '#app/gateways/mailer.server.ts'

const letter: Letter = {
	to: 'ada@example.com',
	from: { name: 'Raumzeit', address: 'hallo@raumzeit.example' },
	subject: 'Ihre Buchung 2026-000042: schön',
	text: 'Grüße',
	html: '<p>Grüße</p>',
	attachments: [
		{
			filename: 'besuch.ics',
			contentType: 'text/calendar; charset=utf-8',
			content: 'BEGIN:VCALENDAR',
		},
	],
	messageId: '<Ab-c_1.confirmation@shop.example>',
}

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const step of cleanUp.splice(0)) await step()
})

describe('with a mail server', () => {
	test('delivers text, html and attachment to the one recipient', async () => {
		const { url, received } = await mailServer()
		await post(url)(letter)

		expect(received).toHaveLength(1)
		expect(received[0]).toContain('Message-ID: <Ab-c_1.confirmation@shop.example>')
		expect(received[0]).toContain('From: Raumzeit <hallo@raumzeit.example>')
		expect(received[0]).toContain('To: ada@example.com')
		expect(received[0]).toContain('Auto-Submitted: auto-generated')
		expect(received[0]).toMatch(/text\/plain[^]*text\/html[^]*text\/calendar[^]*besuch\.ics/)
	})

	test('sends the picture as part of the text, not as a file (faults N64)', async () => {
		const { url, received } = await mailServer()
		await post(url)({ ...letter, picture: Buffer.from('a picture') })

		expect(received[0]).toMatch(/multipart\/related[^]*image\/jpeg[^]*<picture@letter>/)
		expect(received[0]).toMatch(/Content-Disposition: inline\s/)
		expect(received[0]?.match(/filename=/g)).toHaveLength(1)
	})

	test('sends with the operator’s sender, and answers go to the venue', async () => {
		const { url, received } = await mailServer()
		await mailer({ smtpUrl: url, directory: '', from: 'Shop <shop@example.com>' })(letter)

		expect(received[0]).toContain('From: Shop <shop@example.com>')
		expect(received[0]).toContain('Reply-To: Raumzeit <hallo@raumzeit.example>')
	})

	test('a domain with non-ASCII letters is sent as ASCII (faults N10)', async () => {
		// The client's side as bytes: the server's own record of a recipient is decoded.
		const said: string[] = []
		const note = (_: unknown, format: string, ...values: unknown[]) =>
			said.push([format, ...values].join(' '))
		const { url, received } = await mailServer({
			logger: { ...console, trace: note, debug: note, info: note },
		})
		await post(url)({ ...letter, to: 'info@müller.de' })

		expect(said.join('\n')).toContain('RCPT TO:<info@xn--mller-kva.de>')
		expect(received[0]).toContain('To: info@xn--mller-kva.de')
	})

	test('G2: a connection lost before the server said 250 is tried again with the same Message-ID', async () => {
		let losses = 1
		const { url, received } = await mailServer({}, (server) => {
			if (losses === 0) return
			losses -= 1
			for (const { _socket } of server.connections) _socket.destroy()
		})

		await expect(post(url)(letter)).rejects.toMatchObject({ name: 'MailDelayed' })
		await post(url)(letter)

		expect(received).toHaveLength(2)
		for (const message of received) expect(message).toContain(letter.messageId)
	})

	test.each([
		[550, 'MailRefused', true, 'refused'],
		[552, 'MailRefused', true, 'refused'],
		[530, 'MailDelayed', undefined, 'later'],
		[450, 'MailDelayed', undefined, 'later'],
		[452, 'MailDelayed', undefined, 'later'],
	])(
		'a recipient answered with %i is %s, without the address',
		async (responseCode, name, permanent, kind) => {
			const { url } = await mailServer({
				onRcptTo: ({ address }, _session, done) =>
					done(Object.assign(new Error(`<${address}> not now`), { responseCode })),
			})
			const error: unknown = await post(url)(letter).catch((error: unknown) => error)

			expect(error).toMatchObject({ name })
			expect(mailFailureKind(error)).toBe(kind)
			expect((error as { permanent?: boolean }).permanent).toBe(permanent)
			expect(String((error as Error).message)).toContain(String(responseCode))
			expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain('ada')
		},
	)

	test.each([
		['5.7.1 relay access denied', 'MailDelayed'],
		['5.7.60 not permitted to relay', 'MailDelayed'],
		['5.1.1 no such mailbox', 'MailRefused'],
		['no 5.7.1 here', 'MailRefused'],
	])('G1: a recipient answered with 554 %s is %s', async (answer, name) => {
		const { url } = await mailServer({
			onRcptTo: (_address, _session, done) =>
				done(Object.assign(new Error(answer), { responseCode: 554 })),
		})
		await expect(post(url)(letter)).rejects.toMatchObject({ name })
	})

	test('a refused sender is the operator’s fault to mend, and the letter is tried again', async () => {
		const { url } = await mailServer({
			onMailFrom: (_address, _session, done) =>
				done(Object.assign(new Error('who are you'), { responseCode: 550 })),
		})
		await expect(post(url)(letter)).rejects.toMatchObject({ name: 'MailDelayed' })
	})

	test('G1: a letter waits while no server answers', async () => {
		const failure = { name: 'MailDelayed', kind: 'connection' }
		await expect(post('smtp://127.0.0.1:1')(letter)).rejects.toMatchObject(failure)
	})

	test('line breaks in a name, a subject or an address make no headers and no recipients', async () => {
		const { url, received, recipients } = await mailServer()
		const hostile = 'Bcc: all@example.com'
		await post(url)({
			...letter,
			subject: `Hallo\r\n${hostile}`,
			from: { name: `Raum\r\n${hostile}`, address: 'hallo@raumzeit.example' },
		})
		await post(url)({ ...letter, to: `ada@example.com\r\n${hostile}` }).catch(() => {})
		await post(url)({ ...letter, to: 'ada@example.com, all@example.com' }).catch(() => {})

		expect(received.length).toBeGreaterThan(0)
		for (const message of received) expect(message).not.toMatch(/^Bcc:/m)
		expect(recipients).not.toContain('all@example.com')
	})
})

describe('a trial without a letter tells the faults of a mail server apart (faults J8)', () => {
	const signedIn: SMTPServerOptions = {
		disabledCommands: ['STARTTLS'],
		onAuth: ({ password }, _session, done) =>
			password === 'right' ? done(null, { user: 'shop' }) : done(new Error('no')),
	}
	const smtps = (url: string) => url.replace('smtp:', 'smtps:')
	const requiringTls = (url: string) => `${url}?requireTLS=true`
	const as = (user: string) => (url: string) => url.replace('//', `//${user}@`)

	test.each<[string, SMTPServerOptions, (url: string) => string, object | null]>([
		['all is well', {}, (url) => url, null],
		['signed in', signedIn, as('shop:right'), null],
		['wrong password', signedIn, as('shop:hunter2'), { step: 'sign-in', code: 'EAUTH 535' }],
		['a certificate nobody knows', { secure: true }, smtps, { step: 'certificate' }],
		['one after STARTTLS', { disabledCommands: [] }, (url) => url, { step: 'certificate' }],
		['STARTTLS refused', {}, requiringTls, { step: 'encryption' }],
		['smtps:// to a port that is smtp://', {}, smtps, { step: 'encryption' }],
	])('%s', async (_, options, address, trouble) => {
		const { url } = await mailServer(options)
		const found = await tryMailServer(address(url))
		if (trouble === null) expect(found).toBeNull()
		else expect(found).toMatchObject(trouble)
		expect(JSON.stringify(found)).not.toContain('hunter2')
	})

	test.each([
		['smtp://127.0.0.1:1', 'ECONNREFUSED'],
		['smtp://no-such-host.invalid', undefined],
	])('%s is not reached', async (url, code) => {
		const found = await tryMailServer(url)
		expect(found).toMatchObject({ step: 'connection' })
		if (code) expect(found).toMatchObject({ code })
	})
})

describe('without a mail server', () => {
	test('writes one file for a letter, however often it is sent', async () => {
		const directory = path.join(await scratch(), 'mail')
		const post = mailer({ directory })
		const { file } = await post(letter)
		await post({ ...letter, subject: 'Noch einmal' })

		expect(file).toBe(path.join(directory, 'Ab-c_1.confirmation@shop.example.eml'))
		expect(await readdir(directory)).toEqual([path.basename(String(file))])
		const content = await readFile(String(file), 'utf8')
		expect(content).toContain('Subject: Noch einmal\r\n')
		expect(content).toContain('Message-ID: <Ab-c_1.confirmation@shop.example>\r\n')
	})

	test('no message id leads out of the directory', async () => {
		const directory = await scratch()
		const { file } = await mailer({ directory })({
			...letter,
			messageId: '<../../x/y@shop.example>',
		})
		expect(path.dirname(String(file))).toBe(directory)
	})
})

function post(smtpUrl: string) {
	return mailer({ smtpUrl, directory: '' })
}

async function scratch() {
	const directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	cleanUp.push(() => rm(directory, { recursive: true }))
	return directory
}

/** Starts a mail server that keeps its letters; `beforeAnswer` runs when a message is in and not yet accepted. */
async function mailServer(
	options: SMTPServerOptions = {},
	beforeAnswer: (server: SMTPServer) => void = () => {},
) {
	const received: string[] = []
	const recipients: string[] = []
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData(stream, session, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', () => {
				received.push(Buffer.concat(chunks).toString())
				recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
				beforeAnswer(server)
				done()
			})
		},
		...options,
	})
	server.on('error', () => {})
	const socket = server.listen(0, '127.0.0.1')
	await new Promise((resolve) => socket.once('listening', resolve))
	cleanUp.push(() => new Promise<void>((resolve) => server.close(resolve)))
	const address = socket.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	return { url: `smtp://127.0.0.1:${address.port}`, received, recipients }
}
