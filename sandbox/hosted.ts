import type { IncomingMessage, ServerResponse } from 'node:http'

import { commit, type Bank } from '#sandbox/bank.ts'
import { readBody, sendHtml, sendOn } from '#sandbox/http.ts'
import type { Change } from '#sandbox/ledger.ts'
import {
	closedPage,
	hostedOrder,
	hostedPage,
	hostedSession,
	intents,
	unknownPage,
	type Hosted,
	type PageIntent,
} from '#sandbox/page.ts'
import { approve } from '#sandbox/paypal/payments.ts'
import { decline, pay } from '#sandbox/stripe/payments.ts'

/** One payment as its page sees it, and the actions of its buttons. */
type Place = {
	hosted: Hosted
	/** The path of the page itself, to load it again. */
	path: string
	pay: () => Change[]
	decline: () => Change[]
	/** True for a wallet: it refuses only when the shop takes the money, so its payer goes back at once. */
	declinesLater: boolean
}

/** Answers the pages where visitors pay: `/pay/{session}` of Stripe, `/checkoutnow?token={order}` of PayPal. */
export async function answerHostedPage(
	bank: Bank,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
) {
	const place = url.pathname.startsWith('/pay/')
		? sessionPlace(bank, url.pathname.slice('/pay/'.length))
		: orderPlace(bank, url.searchParams.get('token') ?? '')
	if (!place) return sendHtml(response, unknownPage())
	if (request.method === 'POST') {
		const form = new URLSearchParams((await readBody(request)) ?? '')
		const intent = intents.find((each) => each === form.get('intent'))
		if (intent && place.hosted.status === 'open') return act(bank, place, intent, response)
	}
	const wasDeclined = url.searchParams.has('declined')
	return sendHtml(response, hostedPage(place.hosted, bank.shopName, wasDeclined))
}

async function act(bank: Bank, place: Place, intent: PageIntent, response: ServerResponse) {
	const { hosted, path } = place
	switch (intent) {
		case 'cancel':
			return sendOn(response, hosted.cancelUrl ?? path)
		case 'decline':
			await commit(bank, place.decline())
			return sendOn(response, place.declinesLater ? hosted.returnUrl : `${path}?declined`)
		case 'pay':
			await commit(bank, place.pay())
			return sendOn(response, hosted.returnUrl)
		case 'pay-and-close':
			await commit(bank, place.pay())
			return sendHtml(response, closedPage(hosted))
	}
}

function sessionPlace(bank: Bank, id: string): Place | null {
	const session = bank.ledger.sessions.get(id)
	if (!session) return null
	return {
		hosted: hostedSession(session),
		path: `/pay/${id}`,
		pay: () => {
			const ending = bank.faults.ending()
			if (ending === 'declined') return decline(bank.scene(), session)
			return pay(bank.scene(), session, ending)
		},
		decline: () => decline(bank.scene(), session),
		declinesLater: false,
	}
}

function orderPlace(bank: Bank, id: string): Place | null {
	const order = bank.ledger.orders.get(id)
	if (!order) return null
	return {
		hosted: hostedOrder(order),
		path: `/checkoutnow?token=${id}`,
		pay: () => approve(bank.scene(), order),
		decline: () => approve(bank.scene(), order, true),
		declinesLater: true,
	}
}
