import type { TFunction } from 'i18next'

import { write } from '#app/documents/paper-text.ts'
import {
	artifact,
	closePaper,
	openPaper,
	rule,
	sheet,
	tagged,
	type Faces,
	type Paper,
} from '#app/documents/paper.ts'
import { shownWebsite } from '#app/documents/website.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { inLocale, languageTags, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { giftWordsIn } from '#app/models/product/answer.ts'
import { qrCode } from '#app/models/qr-code.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A gift voucher as its file and the letter show it; `validUntil` is its last day. */
export type GiftCode = { title: string; code: string; amount: Cents; validUntil: Day | null }

type Sold = Omit<GiftCode, 'title'> & { title: LocalText; delivery: 'mail' | 'post' | null }
type Source = { order: Order; venue: Venue; origin: string }
/** The fonts of the file, and the picture at its top: a JPEG of 8 to 5; null: no picture. */
type Look = { faces: Faces; art: Buffer | null }

/** Returns the sold gift vouchers that are delivered by mail, with their titles in the language. */
export function giftVouchersOf(sold: readonly Sold[], locale: Locale): GiftCode[] {
	return sold
		.filter(({ delivery }) => delivery === 'mail')
		.map(({ title, code, amount, validUntil }) => ({
			title: inLocale(title, locale),
			code,
			amount,
			validUntil,
		}))
}

/** Makes a PDF of gift vouchers to print and give away: a page for each, in the language of the order. */
export async function giftVoucherFile(
	gifts: readonly GiftCode[],
	source: Source,
	{ faces, art }: Look,
): Promise<Attachment & { content: Buffer }> {
	const { order, venue } = source
	const t = translator(order.locale)
	const paper = openPaper(faces, {
		title: t('giftVoucher.title', { venue: venue.name }),
		lang: languageTags[order.locale],
		madeAt: order.confirmedAt ?? order.createdAt,
	})
	gifts.forEach((gift, index) => {
		if (index > 0) paper.doc.addPage()
		drawVoucher(paper, gift, { ...source, art, t })
	})
	return {
		filename: `${t('giftVoucher.file')}-${order.number}.pdf`,
		contentType: 'application/pdf',
		content: closePaper(paper, () => {}),
	}
}

const width = 595.28
const artHeight = 330
const band = { y: artHeight, height: 96 }

function drawVoucher(
	paper: Paper,
	gift: GiftCode,
	{ order, venue, origin, art, t }: Source & { art: Buffer | null; t: TFunction },
): void {
	drawHead(paper, euros(gift.amount, order.locale), {
		art,
		title: t('giftVoucher.title', { venue: venue.name }),
	})
	const words = giftWordsIn(order.answers)
	const half = (sheet.width - 24) / 2
	drawLine(paper, t('giftWords.for'), words.for, { x: sheet.left, width: half, y: 458 })
	drawLine(paper, t('giftWords.from'), words.from, {
		x: sheet.left + half + 24,
		width: half,
		y: 458,
	})
	if (words.message) {
		const box = { x: sheet.left, width: sheet.width, y: 530 }
		tagged(paper, paper.root, 'P', () =>
			write(paper, words.message, box, {
				face: 'display',
				size: 14,
				color: sheet.night,
				gap: 5,
				align: 'start',
			}),
		)
	} else {
		drawLine(paper, t('giftWords.message'), '', { x: sheet.left, width: sheet.width, y: 530 })
		for (const y of [602, 636]) rule(paper, y, sheet.faint)
	}
	drawCode(paper, gift.code, {
		origin,
		how: t('giftVoucher.how', { website: shownWebsite(venue.contact.website) }),
	})
	const { validUntil, title } = gift
	const until =
		validUntil && t('giftVoucher.until', { day: formatDay(validUntil, order.locale, 'numeric') })
	const { company, street, postcode, city } = venue.contact
	const foot = [title, until, company, `${street}, ${postcode} ${city}`].filter(Boolean).join(' · ')
	const box = { x: sheet.left, width: sheet.width, y: 796 }
	tagged(paper, paper.root, 'P', () => write(paper, foot, box, { size: 8, color: sheet.faint }))
}

/** Draws the picture and, on a dark band below it, the voucher's title and amount. */
function drawHead(
	paper: Paper,
	amount: string,
	{ art, title }: { art: Buffer | null; title: string },
): void {
	artifact(paper, (doc) => {
		doc.rect(0, 0, width, band.y + band.height).fill(sheet.night)
		if (art) {
			doc.rect(0, 0, width, artHeight).clip()
			doc.image(art, 0, 0, { cover: [width, artHeight], align: 'center', valign: 'bottom' })
		}
	})
	tagged(paper, paper.root, 'H1', () =>
		write(
			paper,
			title,
			{ x: sheet.left, width: 290, y: band.y + 33 },
			{ face: 'display', size: 24, color: '#ffffff' },
		),
	)
	tagged(paper, paper.root, 'P', () =>
		write(
			paper,
			amount,
			{ x: 360, width: sheet.right - 360, y: band.y + 26 },
			{ face: 'display', size: 36, color: '#8fdae0', align: 'right' },
		),
	)
}

/** Draws a label and below it a ruled line: with the typed text, or empty for writing by hand. */
function drawLine(
	paper: Paper,
	label: string,
	text: string,
	{ x, width, y }: { x: number; width: number; y: number },
): void {
	tagged(paper, paper.root, 'P', () => {
		write(paper, label, { x, width, y }, { size: 8.5, color: sheet.faint })
		if (text) write(paper, text, { x, width, y: y + 14 }, { face: 'strong', size: textSize(text) })
	})
	rule(paper, y + 38, sheet.faint, { x, width })
}

/** Returns the type size in points for a line of text, so small that sixty signs still fit on it. */
function textSize(text: string): number {
	if (text.length <= 24) return 15
	return text.length <= 38 ? 10 : 6.5
}

function drawCode(
	paper: Paper,
	code: string,
	{ origin, how }: { origin: string; how: string },
): void {
	const y = 662
	const size = 88
	const qr = qrCode(origin)
	artifact(paper, (doc) => {
		doc.roundedRect(sheet.left, y, sheet.width, 118, 12).fill('#ece8fa')
		doc.roundedRect(sheet.left + 15, y + 15, size, size, 5).fill('#ffffff')
		doc.translate(sheet.left + 15, y + 15).scale(size / qr.size)
		doc.path(qr.path).fill(sheet.ink)
	})
	const box = { x: sheet.left + 124, width: sheet.width - 140 }
	tagged(paper, paper.root, 'P', () =>
		write(paper, code, { ...box, y: y + 26 }, { face: 'strong', size: 20, color: sheet.ink }),
	)
	tagged(paper, paper.root, 'P', () =>
		write(paper, how, { ...box, y: y + 58 }, { size: 9.5, color: sheet.ink }),
	)
}
