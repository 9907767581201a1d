import { z } from 'zod'

import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { printable } from '#app/models/printable.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The texts that a visitor wrote for products that ask for a text, such as the name on a cake; by product id. */
export type Answers = Record<string, string>

/** The answers of an order with the labels of their questions, by product id. */
export type OrderedAnswers = Record<string, { label: LocalText; text: string }>

export type Question = { productId: string; label: LocalText; max: number }

type GiftPart = 'for' | 'from' | 'message'

/**
 * The texts on the gift vouchers of an order, equal on all of them. An empty text is printed as a line to write on by
 * hand.
 */
export type GiftWords = Record<GiftPart, string>

/** The questions for gift vouchers, under ids that no product can have. */
const giftQuestions: Record<GiftPart, Question> = {
	for: { productId: 'giftFor', label: { de: 'Für', en: 'For' }, max: 60 },
	from: { productId: 'giftFrom', label: { de: 'Von', en: 'From' }, max: 60 },
	message: { productId: 'giftMessage', label: { de: 'Ein Gruß', en: 'A greeting' }, max: 240 },
}

/** The id of the question for allergies and wishes, which staff ask on the telephone; no product can have it. */
export const WISHES = 'tableWishes'

const wishes: Question = {
	productId: WISHES,
	label: { de: 'Allergien, Wünsche', en: 'Allergies, wishes' },
	max: 200,
}

export function isGiftQuestion({ productId }: Pick<Question, 'productId'>): boolean {
	return Object.values(giftQuestions).some((question) => question.productId === productId)
}

/** Reads the texts for gift vouchers from the answers of an order; '' for those that are missing. */
export function giftWordsIn(answers: OrderedAnswers): GiftWords {
	const textOf = (part: GiftPart) => answers[giftQuestions[part].productId]?.text ?? ''
	return { for: textOf('for'), from: textOf('from'), message: textOf('message') }
}

/**
 * Lists the questions of the lines' products, one for each product that asks, and three for all gift vouchers together.
 */
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

/** Makes the schema of a form with these questions; no field is required. */
export function answersTo(questions: readonly Question[]) {
	const fields = questions.map(({ productId, max }) => {
		return [productId, z.string().trim().max(max).superRefine(printable).default('')] as const
	})
	return z.object(Object.fromEntries(fields)).prefault({})
}

/**
 * Picks the answers that the lines' products ask for, and that for allergies and wishes, with their labels; empty
 * answers are left out.
 */
export function answered(
	venue: Venue,
	lines: readonly { productId: string }[],
	answers: Answers,
): OrderedAnswers {
	return Object.fromEntries(
		[...questionsOf(venue, lines), wishes].flatMap(({ productId, label }) => {
			const text = answers[productId]
			return text ? [[productId, { label, text }]] : []
		}),
	)
}

/**
 * True for an answer about somebody's health, which no letter holds and the day sheet shows first (record 070): allergies
 * and wishes that staff asked for, the answer to a question that `warns` or asks for allergies by its label, whatever
 * its words, and words of an allergy in any other answer. An answer whose question the catalogue no longer has counts as
 * one, because nobody knows what it was about.
 */
export function isAboutHealth(venue: Venue, productId: string, text: string): boolean {
	if (isGiftQuestion({ productId })) return isAllergy(text)
	const asks = findProduct(venue, productId)?.asks
	if (asks === undefined || asks.warns === true) return true
	return [...Object.values(asks.label), text].some(isAllergy)
}

/**
 * True for a text about an allergy, or an illness that staff have to know of, by its words. Rather one warning too many
 * on the day sheet than one too few.
 */
export function isAllergy(text: string): boolean {
	return words.test(text)
}

const words = new RegExp(
	[
		'allerg|unvertr[äa]glich|intoleran|z[öo]liak|coeliac|celiac|gluten|la[ck]tose',
		'(?:erd|hasel|wal|para)n[uü]ss|\\bn[uü]ss(?!baum)|\\b(?:pea|hazel|wal)?nuts?\\b|cashew',
		'milch(?!shake)|\\bmilk(?!shake)|diabet|epi-?pen|epilep|asthma',
	].join('|'),
	'i',
)

/** Joins two sets of answers; where both have an answer, that of `answers` is taken unless it is empty. */
export function joinAnswers(answers: Answers, others: Answers): Answers {
	const written = Object.entries(answers).filter(([, text]) => text !== '')
	return { ...others, ...Object.fromEntries(written) }
}

/** Writes question and answer in one line: 'Name und Alter auf der Torte: Mia, 7'; null without an answer. */
export function answerWords(
	answers: OrderedAnswers,
	productId: string,
	locale: Locale,
): string | null {
	const answer = answers[productId]
	return answer ? `${inLocale(answer.label, locale)}: ${answer.text}` : null
}
