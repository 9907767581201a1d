import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orders } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { dayOf } from '#app/models/venue/day.ts'
import { postWords } from '#scripts/shop/post-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

let shop: Awaited<ReturnType<typeof openPayingShop>>
let listPostedGifts: typeof import('#app/models/order/posted-gifts.server.ts').listPostedGifts

const undated = { day: null, time: null, duration: null }
const byPost: Partial<Wish> = { ...undated, productId: 'gift-50-post' }
const byMail: Partial<Wish> = { ...undated, productId: 'gift-50-mail' }

beforeAll(async () => {
	shop = await openPayingShop()
	;({ listPostedGifts } = await import('#app/models/order/posted-gifts.server.ts'))
})
afterAll(() => shop.close())

async function sold(wish: Partial<Wish>) {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	if (!row?.confirmedAt) throw new Error('not sold')
	return { orderId: left.orderId, number: row.number, soldOn: dayOf(row.confirmedAt) }
}

test('the operator is told once of a voucher by post, and reads what to write on it', async () => {
	await shop.leave('stripe', undefined, byPost)
	await sold(byMail)
	expect(await shop.jobs('tellOperator')).toEqual([])
	expect(await listPostedGifts(null)).toEqual([])

	const { orderId, number, soldOn } = await sold(byPost)
	const label = { de: '-', en: '-' }
	const answers = {
		giftFor: { label, text: 'Mia' },
		giftMessage: { label, text: 'Eine Reise\nins All' },
	}
	await shop.admin.update(orders).set({ answers }).where(eq(orders.id, orderId))
	expect(await shop.jobs('tellOperator')).toEqual([{ orderId, concern: 'toPost' }])

	const { tellOperator } = await import('#app/jobs/order-mail.server.ts')
	await tellOperator(orderId, { concern: 'toPost' })
	const [letter = ''] = Object.values(await shop.letters())
	expect(letter).toContain(`Subject: Bestellung ${number}: Gutschein per Post zu senden`)
	expect(letter).toContain('npm run venue -- post')

	const one = [
		expect.stringMatching(
			new RegExp(
				String.raw`^${number}  ${soldOn}  (\w{4}-){3}\w{4}  50,00\s€, valid until 20\d\d-12-31$`,
			),
		),
		'    to: Ada Lovelace, Sternweg 1, 85001 Sternhausen',
		'    gift for: Mia',
		'    gift message: Eine Reise ins All',
	]
	const both = await listPostedGifts(null)
	expect(postWords(both, wordsIn())).toEqual([...one, ...one])
	expect(postWords(both, wordsIn('de'))).toContain('    Grußwort: Eine Reise ins All')
	expect(both[0]?.code).not.toBe(both[1]?.code)
	expect(await listPostedGifts(soldOn)).toEqual(both)
	expect(await listPostedGifts('2999-01-01')).toEqual([])

	const { voidVouchersOf } = await import('#app/models/order/sold-vouchers.server.ts')
	await voidVouchersOf(number)
	expect(await listPostedGifts(null)).toEqual([])
})
