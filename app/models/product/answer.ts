import { z } from 'zod'

import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { printable } from '#app/models/printable.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** What a visitor wrote to products that ask for something, by product: the name on the cake. */
export type Answers = Record<string, string>

/** As it was ordered, with what was asked. */
export type OrderedAnswers = Record<string, { label: LocalText; text: string }>

export type Question = { productId: string; label: LocalText; max: number }

type GiftPart = 'for' | 'from' | 'message'

/** What is written on gift vouchers, the same on all of an order. Empty: a line to write on by hand. */
export type GiftWords = Record<GiftPart, string>

/** Asked for like the rest, under names that no product can have. */
const giftQuestions: Record<GiftPart, Question> = {
	for: { productId: 'giftFor', label: { de: 'Für', en: 'For' }, max: 60 },
	from: { productId: 'giftFrom', label: { de: 'Von', en: 'From' }, max: 60 },
	message: { productId: 'giftMessage', label: { de: 'Ein Gruß', en: 'A greeting' }, max: 240 },
}

export function isGiftQuestion({ productId }: Pick<Question, 'productId'>): boolean {
	return Object.values(giftQuestions).some((question) => question.productId === productId)
}

/** What was written for gift vouchers. */
export function giftWordsIn(answers: OrderedAnswers): GiftWords {
	const textOf = (part: GiftPart) => answers[giftQuestions[part].productId]?.text ?? ''
	return { for: textOf('for'), from: textOf('from'), message: textOf('message') }
}

/** What the products of these lines ask for, each once; gift vouchers together. */
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

/** The fields of a form that asks all of it; none needs to be filled in. */
export function answersTo(questions: readonly Question[]) {
	const fields = questions.map(({ productId, max }) => {
		return [productId, z.string().trim().max(max).superRefine(printable).default('')] as const
	})
	return z.object(Object.fromEntries(fields)).prefault({})
}

/** Of what was written, what these lines still ask for. */
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

/** What was written in either of two places; where it was in both, the first counts. */
export function joinAnswers(answers: Answers, others: Answers): Answers {
	const written = Object.entries(answers).filter(([, text]) => text !== '')
	return { ...others, ...Object.fromEntries(written) }
}

/** 'Name und Alter auf der Torte: Mia, 7'; null where nothing was written. */
export function answerWords(
	answers: OrderedAnswers,
	productId: string,
	locale: Locale,
): string | null {
	const answer = answers[productId]
	return answer ? `${inLocale(answer.label, locale)}: ${answer.text}` : null
}
