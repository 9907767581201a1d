import type { ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { GiftWords } from '#app/models/product/answer.ts'
import type { Organisation } from '#app/models/visitor/organisation.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import * as styles from '#app/routes/checkout/order-check.css.ts'
import { WaysToPay, type WaysProps } from '#app/routes/payment/ways-to-pay.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import { InformationLink } from '#app/ui/modal.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import { OrderLines } from '#app/ui/order/order-lines.tsx'
import { shownCartLines } from '#app/ui/order/shown-lines.ts'
import { Sums } from '#app/ui/order/sums.tsx'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { LinkedText } from '#app/ui/sentence.tsx'

/** The customer's details on the overview; `country` is the name of a country abroad. */
type TypedPerson = Omit<OrderedPerson, 'salutation' | 'dateOfBirth'>
type TypedDetailsProps = {
	person: TypedPerson
	party: OrderedParty | null
	gift: GiftWords
	/** True when a gift voucher is sent to the postal address. */
	isSent: boolean
	isFixed: boolean
}

/** Shows the details typed in the address step, with a link back to it. */
export function TypedDetails({ person, party, gift, isSent, isFixed }: TypedDetailsProps) {
	const { t } = useI18n()
	const { firstName, lastName, street, supplement, postcode, city, country, organisation } = person
	const giftWords = (['for', 'from', 'message'] as const).filter((part) => gift[part])
	// No-break spaces keep the house number with its street and the postcode with its city.
	const house = street.replace(/ (?=\d\S*$)/, '\u00a0')
	const where = [house, supplement, [postcode, city].filter(Boolean).join('\u00a0')]
	const name = `${firstName} ${lastName}`
	const who = [organisation?.name, name, ...where, country].filter(Boolean).join(', ')
	return (
		<section aria-labelledby="details" className={styles.details}>
			<div className={styles.typed}>
				<h2 id="details" className={visuallyHidden}>
					{t('checkout.overview.details')}
				</h2>
				{party && (
					<p>
						<strong>
							{t(`party.types.${party.type}`)}: {party.name}
						</strong>
					</p>
				)}
				{party?.contactPerson && (
					<p>{t('checkout.overview.contactPerson', { name: party.contactPerson })}</p>
				)}
				{giftWords.length > 0 && (
					<p>
						<FactLine>
							{giftWords.map((part) => (
								<Fact key={part}>
									{t(`giftWords.${part}`)}: {gift[part]}
								</Fact>
							))}
						</FactLine>
					</p>
				)}
				<address className={styles.address}>{who}</address>
				{organisation && <OrganisationFacts organisation={organisation} />}
				{isSent && <p className={styles.soft}>{t('checkout.overview.postage')}</p>}
				<p className={styles.soft}>
					{[person.email, person.phone, person.mobile].filter(Boolean).join(', ')}
				</p>
			</div>
			{!isFixed && <Edit at="/checkout/address" label={t('checkout.overview.editDetails')} />}
		</section>
	)
}

/** Shows the reference and the Leitweg-ID that the organisation's invoice will carry. */
function OrganisationFacts({ organisation }: { organisation: Organisation }) {
	const { t } = useI18n()
	const parts = (['reference', 'leitwegId'] as const).filter((part) => organisation[part])
	if (parts.length === 0) return null
	return (
		<p className={styles.soft}>
			<FactLine>
				{parts.map((part) => (
					<Fact key={part}>
						{t(`organisation.${part}`)}: {organisation[part]}
					</Fact>
				))}
			</FactLine>
		</p>
	)
}

/**
 * The rules of a visit. `freeUntil`: until when it is cancelled free of charge, in words; null where that is over or
 * never was · `fee`: what cancelling costs now; null where it is cancelled by telephone alone.
 */
type PolicyProps = { sentences: readonly string[]; freeUntil: string | null; fee: Cents | null }

type LegalNotesProps = { lines: readonly LineView[]; policy: PolicyProps }

/**
 * Says whether there is a right to withdraw: none from a visit on a date (§ 312g (2) no. 9 BGB), 14 days from a gift
 * voucher. Between them stands the policy that is accepted, which lets a visit be changed, moved and cancelled all the
 * same.
 */
export function LegalNotes({ lines, policy }: LegalNotesProps) {
	const { t } = useI18n()
	const hasGifts = lines.some((line) => line.kind === 'giftVoucher')
	const hasVisit = lines.some((line) => line.kind !== 'giftVoucher')
	return (
		<div className={styles.legal}>
			{hasVisit && (
				<section aria-labelledby="no-withdrawal">
					<h2 id="no-withdrawal" className={styles.legalTitle}>
						{t('checkout.overview.noWithdrawal')}
					</h2>{' '}
					<p className={styles.legalText}>{t('checkout.overview.noWithdrawalText')}</p>
				</section>
			)}
			{policy.sentences.length > 0 && <Policy {...policy} />}
			{hasGifts && (
				<section aria-labelledby="gift-withdrawal">
					<h2 id="gift-withdrawal" className={styles.legalTitle}>
						{t('checkout.overview.giftWithdrawal')}
					</h2>{' '}
					<p className={styles.legalText}>
						<LinkedText text={t('checkout.overview.giftWithdrawalText')}>
							{(words) => (
								<InformationLink slug="widerruf" target="_blank">
									{words}
								</InformationLink>
							)}
						</LinkedText>
					</p>
				</section>
			)}
		</div>
	)
}

/** Shows the rules of a visit, folded below a sentence on what cancelling costs, if there is one. */
function Policy({ sentences, freeUntil, fee }: PolicyProps) {
	const { t, locale } = useI18n()
	const title = (
		<h2 id="policy" className={styles.legalTitle}>
			{t('success.changes')}
		</h2>
	)
	const rules = <p className={styles.legalText}>{sentences.join(' ')}</p>
	if (fee === null)
		return (
			<section aria-labelledby="policy">
				{title} {rules}
			</section>
		)
	return (
		<details>
			<summary className={styles.legalFold}>
				{title}{' '}
				{freeUntil
					? t('checkout.overview.freeUntil', { until: freeUntil })
					: t('checkout.overview.fee', { fee: euros(fee, locale) })}
			</summary>
			{rules}
		</details>
	)
}

/** The props of `PaymentMethod`. Its field belongs to the form of the order button further down the page. */
type PaymentMethodProps = WaysProps & { cart: CartView; depositShare: number }

/** Asks how the online part is paid, if there is more than one way to pay. */
export function PaymentMethod({ cart, depositShare, ...ways }: PaymentMethodProps) {
	const { t } = useI18n()
	const { online } = cart.totals
	const hasDeposit =
		online > 0 && cart.lines.some((line) => line.due === 'deposit' && line.amount > 0)
	return (
		<Panel title={t('checkout.overview.payment')}>
			<div className={styles.payment}>
				{online > 0 && !cart.isOrdered && (
					<WaysToPay {...ways} whileAway={t('checkout.overview.allAway')} />
				)}
				<p className={styles.soft}>
					{[
						online > 0 ? t('checkout.overview.paymentOnline') : t('checkout.overview.paymentNone'),
						hasDeposit && t('checkout.overview.paymentDeposit', { share: depositShare / 100 }),
					]
						.filter(Boolean)
						.join(' ')}
				</p>
			</div>
		</Panel>
	)
}

/** Shows everything that the order button below commits to: day, voucher, lines with times and guests, sums. */
export function Ordered({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	return (
		<div className={styles.ordered}>
			{(cart.dayName || cart.voucher) && (
				<dl className={styles.facts}>
					{cart.dayName && (
						<Term term={t('checkout.overview.day')}>
							<strong>{cart.dayName}</strong>
						</Term>
					)}
					{cart.voucher && <Term term={t('cart.voucher')}>{cart.voucher.code}</Term>}
				</dl>
			)}
			<OrderLines lines={shownCartLines(cart.lines, t)} caption={t('checkout.overview.order')} />
			<Sums sums={cart.totals} />
		</div>
	)
}

/** A link from the overview back to the cart, where its lines are changed. */
export function EditCart() {
	const { t } = useI18n()
	return <Edit at="/cart" label={t('checkout.overview.editCart')} />
}

function Edit({ at, label }: { at: string; label: string }) {
	const { t } = useI18n()
	return (
		<LinkButton to={at} variant="quiet" className={styles.edit} aria-label={label}>
			{t('checkout.overview.edit')}
		</LinkButton>
	)
}

function Term({ term, children }: { term: string; children: ReactNode }) {
	return (
		<div>
			<dt className={styles.term}>{term}</dt>
			<dd>{children}</dd>
		</div>
	)
}
