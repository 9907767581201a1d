import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { readMail, type Mail } from '#testing/read-mail.ts'

export type Outbox = ReturnType<typeof openOutbox>

/** Opens the mails of the shop, which without a mail server lie in its data directory. */
export function openOutbox(dataDir = process.env['SHOP_DATA_DIR'] ?? '') {
	/** Returns a letter about an order by its kind, such as 'cancellation'; a job sends it, so it may take a moment. */
	async function letterOf(bookingId: string, kind: string): Promise<Mail> {
		const file = join(dataDir, 'mail', `${bookingId}.${kind}@localhost.eml`)
		await expect.poll(() => source(file)).not.toBeNull()
		return readMail((await source(file)) ?? '')
	}

	return {
		letterOf,
		confirmationOf: (bookingId: string) => letterOf(bookingId, 'confirmation'),
		/** Returns the letter on how a payment of a booking's rest ended. */
		restLetterOf: (bookingId: string, end: string, paymentId: unknown) =>
			letterOf(bookingId, `rest-${end}-${String(paymentId)}`),
		/** Returns the newest letter with a link to a booking, or with its code; a job sends it. */
		async bookingLetterOf(bookingId: string, kind: 'link' | 'code'): Promise<Mail> {
			const folder = join(dataDir, 'mail')
			const find = async () => {
				const names = await readdir(folder).catch(() => [])
				return names.filter(
					(name) => name.startsWith(`${bookingId}.${kind}-`) && name.endsWith('.eml'),
				)
			}
			await expect.poll(async () => (await find()).length).toBeGreaterThan(0)
			const files = (await find()).map((name) => join(folder, name))
			const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
			const newest = files[times.indexOf(Math.max(...times))] ?? ''
			return readMail((await source(newest)) ?? '')
		},
		/** Returns the only letter of a kind ('reset') to the owner of an account. */
		async accountLetter(to: string, kind: string): Promise<Mail> {
			const find = async () => {
				const names = await readdir(join(dataDir, 'mail')).catch(() => [])
				const files = names.filter((name) => name.includes(`.${kind}@`) && name.endsWith('.eml'))
				const all = await Promise.all(files.map((file) => source(join(dataDir, 'mail', file))))
				return all.map((it) => readMail(it ?? '')).find((mail) => mail.to === to)
			}
			await expect.poll(find).toBeDefined()
			const letter = await find()
			if (!letter) throw new Error(`no letter ${kind} to ${to}`)
			return letter
		},
		hasConfirmationOf: async (bookingId: string) =>
			(await source(join(dataDir, 'mail', `${bookingId}.confirmation@localhost.eml`))) !== null,
	}
}

/** The six digits in a letter with a code, which stand on a line of their own as '012 345'. */
export function codeIn({ text }: Pick<Mail, 'text'>): string {
	return /^\W*(\d{3} \d{3})\W*$/m.exec(text)?.[1] ?? ''
}

function source(file: string): Promise<string | null> {
	return readFile(file, 'latin1').catch(() => null)
}
