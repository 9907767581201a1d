import { expect, test } from 'vitest'

import { archiveCopy } from '#app/emails/archive-copy.ts'
import { orderConfirmation } from '#app/emails/order-confirmation.ts'
import type { Letter } from '#app/gateways/mail.ts'
import { translator } from '#app/i18n/translator.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

// A copy for the archive opens nothing (faults N178).

const origin = 'https://shop.example'
const key = 'k'.repeat(43)
const code = 'ABCD-EFGH-JKLM-NPQR'
const { subject, text, html } = orderConfirmation(
	{
		order: sampleOrder,
		venue: sampleVenue,
		origin,
		link: `${origin}/booking/${key}`,
		now: sampleOrder.createdAt,
	},
	translator('de-DE'),
)
const share = `https://wa.me/?text=${encodeURIComponent(`${origin}/invitation/${key}`)}`
const letter: Letter = {
	to: 'ada@example.org',
	from: { name: 'Raumzeit', address: 'hallo@raumzeit.example' },
	subject,
	text: `${text}\n${share}\n${code}`,
	html: html.replace('</body>', `<a href="${share}">${code}</a></body>`),
	attachments: [
		{ filename: 'Rechnung-RE-2026-000042.pdf', contentType: 'application/pdf', content: '' },
		{ filename: 'Rechnung-RE-2026-000042.xml', contentType: 'application/xml', content: '' },
		{ filename: 'Gutscheine-2026-000042.pdf', contentType: 'application/pdf', content: code },
		{ filename: 'besuch.ics', contentType: 'text/calendar', content: key },
		{ filename: 'AGB.html', contentType: 'text/html', content: '' },
	],
	messageId: '<public-id.confirmation@shop.example>',
}
const copy = archiveCopy(letter, { to: 'archive@example.org', origin })

test('negative control: the letter has keys and codes, as text and as HTML', () => {
	for (const part of [letter.text, letter.html]) {
		expect(part).toContain(key)
		expect(part).toContain(code)
	}
})

test('the copy of a letter has neither keys nor codes, and leads to the start page', () => {
	const all = JSON.stringify(copy)
	for (const secret of [key, code, code.replaceAll('-', '')]) expect(all).not.toContain(secret)
	expect(copy.text).toContain(origin)
	expect(copy.text).not.toMatch(/shop\.example\/(booking|invitation|payment)/)
})

test('the copy of a letter keeps what a lost booking is found by, and the papers', () => {
	for (const words of [sampleOrder.number, 'Lovelace', 'Sternweg'])
		expect(copy.text + copy.html + copy.subject).toContain(words)
	expect(copy.attachments?.map(({ filename }) => filename)).toEqual([
		'Rechnung-RE-2026-000042.pdf',
		'Rechnung-RE-2026-000042.xml',
	])
	expect(copy.to).toBe('archive@example.org')
	expect(copy.messageId).not.toBe(letter.messageId)
})
