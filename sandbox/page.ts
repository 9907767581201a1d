import { createHash } from 'node:crypto'

import type { Html } from '#sandbox/http.ts'
import type { Line, Session, WalletOrder } from '#sandbox/ledger.ts'

/** The payer's choices on the hosted page: the values of the buttons named `intent`. */
export const intents = ['pay', 'decline', 'cancel', 'pay-and-close'] as const
export type PageIntent = (typeof intents)[number]

/** The contents of a hosted page, of either provider. Amounts in minor units. */
export type Hosted = {
	provider: 'Stripe' | 'PayPal'
	status: 'open' | 'complete' | 'expired'
	amount: number
	currency: string
	lines: Line[]
	locale: string | null
	returnUrl: string
	cancelUrl: string | null
}

/** Returns the page contents of a session; its id replaces the placeholder in the shop's return address. */
export function hostedSession(session: Session): Hosted {
	return {
		...session,
		provider: 'Stripe',
		returnUrl: session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id),
	}
}

/**
 * Returns the page contents of a wallet's order; the wallet adds its own names of order and payer to the return
 * address.
 */
export function hostedOrder(order: WalletOrder): Hosted {
	const back = new URL(order.returnUrl)
	back.searchParams.append('token', order.id)
	back.searchParams.append('PayerID', 'SANDBOXPAYER1')
	return {
		...order,
		provider: 'PayPal',
		status: order.status === 'PAYER_ACTION_REQUIRED' ? 'open' : 'complete',
		lines: [{ name: order.description, quantity: 1, unitAmount: order.amount }],
		returnUrl: back.href,
	}
}

/** The page of an open session, or its outcome. `declined`: the last try was refused. */
export function hostedPage(session: Hosted, shopName: string, declined = false): Html {
	const text = textsFor(session)
	if (session.status === 'complete') {
		return page(text, 200, notice(text.alreadyPaid, back(text, session.returnUrl)))
	}
	if (session.status === 'expired') {
		return page(
			text,
			200,
			notice(text.expired, session.cancelUrl ? back(text, session.cancelUrl) : ''),
		)
	}
	return page(text, 200, checkout(session, shopName, text, declined))
}

/** The page after 'pay and close window': no way back to the shop, as when the tab is closed. */
export function closedPage(session: Hosted): Html {
	const text = textsFor(session)
	return page(text, 200, notice(text.mayClose, ''))
}

export function unknownPage(): Html {
	return page(texts.de, 404, notice(texts.de.unknown, ''))
}

const texts = {
	de: {
		lang: 'de',
		locale: 'de-DE',
		title: 'Zahlung',
		banner: 'Testzahlung – es fließt kein Geld',
		payTo: 'Zahlung an',
		items: 'Posten',
		total: 'Zu zahlen',
		declined: 'Ihre Karte wurde abgelehnt. Versuchen Sie es noch einmal oder brechen Sie ab.',
		explain: 'Diese Seite spielt den Zahlungsdienst. Wählen Sie, wie die Zahlung ausgehen soll.',
		pay: 'Bezahlen',
		decline: 'Ablehnen',
		cancel: 'Abbrechen',
		payAndClose: 'Bezahlen und Fenster schließen',
		alreadyPaid: 'Diese Zahlung ist bereits abgeschlossen.',
		expired: 'Diese Zahlung ist abgelaufen. Es wurde nichts abgebucht.',
		mayClose: 'Die Zahlung ist eingegangen. Sie können dieses Fenster jetzt schließen.',
		unknown: 'Diese Zahlung gibt es nicht.',
		back: 'Zurück zum Shop',
	},
	en: {
		lang: 'en',
		locale: 'en-GB',
		title: 'Payment',
		banner: 'Test payment – no money moves',
		payTo: 'Payment to',
		items: 'Items',
		total: 'To pay',
		declined: 'Your card was declined. Try again or cancel.',
		explain: 'This page plays the payment service. Choose how the payment shall end.',
		pay: 'Pay',
		decline: 'Decline',
		cancel: 'Cancel',
		payAndClose: 'Pay and close window',
		alreadyPaid: 'This payment has already been completed.',
		expired: 'This payment has expired. Nothing was charged.',
		mayClose: 'The payment has arrived. You may close this window now.',
		unknown: 'There is no such payment.',
		back: 'Back to the shop',
	},
} as const

type PageTexts = (typeof texts)[keyof typeof texts]

function textsFor(session: Hosted): PageTexts {
	return session.locale?.startsWith('en') ? texts.en : texts.de
}

function checkout(session: Hosted, shopName: string, text: PageTexts, declined: boolean) {
	const money = (amount: number) => inCurrency(amount, session.currency, text.locale)
	const lines = session.lines.map(
		(line) =>
			`<li><span>${line.quantity > 1 ? `${line.quantity} × ` : ''}${escaped(line.name)}</span> <span>${money(line.quantity * line.unitAmount)}</span></li>`,
	)
	return `<div class="columns">
<section aria-labelledby="to">
<p>${session.provider}</p>
<h1 id="to">${text.payTo} <strong>${escaped(shopName)}</strong></h1>
<p class="amount">${money(session.amount)}</p>
<h2>${text.items}</h2>
<ul>${lines.join('')}</ul>
<p class="total"><span>${text.total}</span> <span>${money(session.amount)}</span></p>
</section>
<section>
${declined ? `<p role="alert" class="alert">${text.declined}</p>` : ''}
<p>${text.explain}</p>
<form method="post">
${button('pay', text.pay, 'main')}
${button('pay-and-close', text.payAndClose, '')}
${button('decline', text.decline, '')}
${session.cancelUrl ? button('cancel', text.cancel, 'quiet') : ''}
</form>
</section>
</div>`
}

function button(intent: PageIntent, label: string, look: string) {
	return `<button name="intent" value="${intent}" class="${look}">${label}</button>`
}

function notice(sentence: string, more: string) {
	return `<div class="notice"><h1>${sentence}</h1>${more}</div>`
}

function back(text: PageTexts, url: string) {
	return `<p><a class="main" href="${escaped(url)}">${text.back}</a></p>`
}

function page(text: PageTexts, status: number, content: string): Html {
	return {
		status,
		headers: {
			// No form-action: it would also forbid the way back to the shop.
			'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'same-origin',
		},
		html: `<!doctype html>
<html lang="${text.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${text.title} · ${text.banner}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="banner">${text.banner}</p>
<main>
${content}
</main>
</body>
</html>
`,
	}
}

function inCurrency(amount: number, currency: string, locale: string) {
	const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
	const digits = format.resolvedOptions().maximumFractionDigits ?? 2
	return escaped(format.format(amount / 10 ** digits))
}

function escaped(text: string) {
	return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#f4f5f8;color:#1c2030;font:1rem/1.5 system-ui,sans-serif}
.banner{margin:0;padding:.6rem 1rem;background:#ffd84d;color:#2b2200;text-align:center;font-weight:600}
main{max-width:60rem;margin:0 auto;padding:1.25rem}
section,.notice{background:#fff;border:1px solid #d9dce6;border-radius:.75rem;padding:1.25rem}
.columns{display:grid;gap:1.25rem}
h1{margin:0;font-size:1rem;font-weight:400}
h2{margin:1.25rem 0 .25rem;font-size:.9rem;color:#565d73}
.amount{margin:.25rem 0 0;font-size:2.25rem;font-weight:700;line-height:1.2}
ul{margin:0;padding:0;list-style:none}
li,.total{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid #e6e8ef}
li span:first-child{overflow-wrap:anywhere}
li span:last-child,.total span:last-child{white-space:nowrap}
.total{margin:0;font-weight:700}
section>p:first-child{margin-top:0}
form{display:grid;gap:.75rem}
button,a.main{display:block;min-height:3rem;padding:.7rem 1rem;border:1px solid #565d73;border-radius:.5rem;background:#fff;color:#1c2030;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover{background:#f0f1f6}
.main,a.main{border-color:#3b2fb0;background:#3b2fb0;color:#fff}
button.main:hover,a.main:hover{background:#2d2390}
button.quiet{border-color:transparent;text-decoration:underline}
:focus-visible{outline:3px solid #e0761a;outline-offset:2px}
.alert{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.5rem;border:1px solid #b3261e;background:#fdeceb;color:#8c1d18;font-weight:600}
.notice{max-width:34rem;margin:1.5rem auto;text-align:center}
.notice h1{font-size:1.25rem;font-weight:600}
@media (min-width:48rem){.columns{grid-template-columns:1.2fr 1fr;align-items:start}main{padding-top:3rem}section{padding:2rem}}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
