import { z } from 'zod'

import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { printable } from '#app/models/printable.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The texts that a visitor wrote for products that ask for one, by product id, such as the name on a cake. */
export type Answers = Record<string, string>

/** The answers of an order with their questions' labels. */
export type OrderedAnswers = Record<string, { label: LocalText; text: string }>

export type Question = { productId: string; label: LocalText; max: number }

type GiftPart = 'for' | 'from' | 'message'

/** The texts on the gift vouchers of an order, equal on all of them. Empty: a line to write on by hand. */
export type GiftWords = Record<GiftPart, string>

/** The questions for gift vouchers, under ids that no product can have. */
const giftQuestions: Record<GiftPart, Question> = {
	for: { productId: 'giftFor', label: { de: 'Für', en: 'For' }, max: 60 },
	from: { productId: 'giftFrom', label: { de: 'Von', en: 'From' }, max: 60 },
	message: { productId: 'giftMessage', label: { de: 'Ein Gruß', en: 'A greeting' }, max: 240 },
}

export function isGiftQuestion({ productId }: Pick<Question, 'productId'>): boolean {
	return Object.values(giftQuestions).some((question) => question.productId === productId)
}

/** The texts for gift vouchers in an order's answers. */
export function giftWordsIn(answers: OrderedAnswers): GiftWords {
	const textOf = (part: GiftPart) => answers[giftQuestions[part].productId]?.text ?? ''
	return { for: textOf('for'), from: textOf('from'), message: textOf('message') }
}

/** The questions of the lines' products, one for each product, and three for all gift vouchers together. */
export function questionsOf(venue: Venue, lines: readonly { productId: string }[]): Question[] {
	const own = ownQuestions(venue, lines)
	const isGift = ({ productId }: { productId: string }) =>
		findProduct(venue, productId)?.kind === 'giftVoucher'
	return lines.some(isGift) ? [...own, ...Object.values(giftQuestions)] : own
}

function ownQuestions(venue: Venue, lines: readonly { productId: string }[]): Question[] {
	const ids = [...new Set(lines.map(({ productId }) => productId))]
	return ids.flatMap((productId) => {
		const asks = findProduct(venue, productId)?.asks
		return asks ? [{ productId, label: asks.label, max: asks.max }] : []
	})
}

/** The schema of a form with these questions; no field is required. */
export function answersTo(questions: readonly Question[]) {
	const fields = questions.map(({ productId, max }) => {
		return [productId, z.string().trim().max(max).superRefine(printable).default('')] as const
	})
	return z.object(Object.fromEntries(fields)).prefault({})
}

/** The answers that the lines' products still ask for, with their labels; empty answers are left out. */
export function answered(
	venue: Venue,
	lines: readonly { productId: string }[],
	answers: Answers,
): OrderedAnswers {
	return Object.fromEntries(
		questionsOf(venue, lines).flatMap(({ productId, label }) => {
			const text = answers[productId]
			return text ? [[productId, { label, text }]] : []
		}),
	)
}

/** The answers of both; where both have one, that of `answers` counts unless it is empty. */
export function joinAnswers(answers: Answers, others: Answers): Answers {
	const written = Object.entries(answers).filter(([, text]) => text !== '')
	return { ...others, ...Object.fromEntries(written) }
}

/** Question and answer in one line: 'Name und Alter auf der Torte: Mia, 7'; null without an answer. */
export function answerWords(
	answers: OrderedAnswers,
	productId: string,
	locale: Locale,
): string | null {
	const answer = answers[productId]
	return answer ? `${inLocale(answer.label, locale)}: ${answer.text}` : null
}
