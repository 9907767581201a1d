import { data, Form, redirect, type RouterContextProvider } from 'react-router'

import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formValues } from '#app/forms/form-values.ts'
import { formProps, parseForm, refused, useForm } from '#app/forms/form.ts'
import { useKeptTyping } from '#app/forms/kept-typing.ts'
import { PartyFields } from '#app/forms/party-fields.tsx'
import { AddressFields, OrganisationFields, PersonFields } from '#app/forms/person-fields.tsx'
import { Questions } from '#app/forms/questions.tsx'
import { MadeFor, TypedBefore } from '#app/forms/typed-before.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { forgetOccasion, occasionIn } from '#app/http/occasion.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { keepTyped, sameAccountOnly, typedBefore } from '#app/middleware/draft.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf, signedInOf } from '#app/middleware/session.server.ts'
import { filledCart } from '#app/middleware/visit.server.ts'
import { saveDetails } from '#app/models/cart/details.server.ts'
import { needsAddress } from '#app/models/order/address.ts'
import { firstPartyType, offeredPartyTypes } from '#app/models/order/party.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { questionsOf } from '#app/models/product/answer.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { findAccount, savePersonalData, type Account } from '#app/models/visitor/account.server.ts'
import { toAccountPerson } from '#app/models/visitor/account.ts'
import { countryOf, namedCountries } from '#app/models/visitor/country.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { useInOrder, useLabels } from '#app/routes/checkout/address-labels.ts'
import {
	schemaOf,
	toPerson,
	type schemaWithPartyOn,
	type Typed,
} from '#app/routes/checkout/address-schema.ts'
import { BesideCart, CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import { NotSaved } from '#app/routes/checkout/not-saved.tsx'
import { Button } from '#app/ui/button.tsx'
import type { KeptForm } from '#app/ui/header.tsx'
import { InformationLink } from '#app/ui/modal.tsx'
import { viewCart } from '#app/ui/order/cart-view.ts'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { LinkedText } from '#app/ui/sentence.tsx'

import type { Route } from './+types/address.ts'

const formId = 'details'

type Context = Readonly<RouterContextProvider>

export const middleware = [sameAccountOnly]

export async function loader({ request, context }: Route.LoaderArgs) {
	const cart = await filledCart(context)
	const before = await typedBefore(context, '/checkout/address')
	const account = await accountFor(context)
	const person = cart.person ?? (account && { ...account.person, email: account.username })
	const party = cart.party ?? account?.party
	const partyTypes = offeredPartyTypes(currentVenue(), cart)
	const type = firstPartyType(partyTypes, occasionIn(request.headers), party?.type)
	const locale = localeOf(context)
	const asksAddress = needsAddress(currentVenue(), cart, now())
	return {
		keptForm: { id: formId, byEnter: true } satisfies KeptForm,
		account: account?.id ?? null,
		isTypedBefore: account !== null && before !== null,
		today: today(now()),
		questions: questionsOf(currentVenue(), cart.lines).map(({ label, ...question }) => ({
			...question,
			label: inLocale(label, locale),
		})),
		partyTypes,
		asksAddress,
		countries: namedCountries(locale),
		cart: viewCart(currentVenue(), cart, { locale, now: now() }),
		typed: (before && formValues(before)) ?? {
			...person,
			// A postal address that the form does not show is not sent with it either.
			...(asksAddress || person?.organisation
				? person && { country: countryOf(person) }
				: noAddress),
			emailRepeat: person?.email,
			answers: cart.answers,
			party: {
				type,
				...(party && { [party.type]: party.name, contactPerson: party.contactPerson }),
			},
		},
	}
}

const noAddress = { street: null, supplement: null, postcode: null, city: null, country: null }

export async function action({ request, context }: Route.ActionArgs) {
	const cart = await filledCart(context)
	const formData = await request.formData()
	if (formData.get('intent') === 'back') {
		await keepTyped(context, '/checkout/address', formData)
		return redirect(signedInOf(context) ? '/cart' : '/checkout/sign-in', 303)
	}
	const venue = currentVenue()
	const schema = schemaOf(venue, {
		day: today(now()),
		types: offeredPartyTypes(venue, cart),
		questions: questionsOf(venue, cart.lines),
		asksAddress: needsAddress(venue, cart, now()),
	})
	const submission = parseForm(formData, schema)
	if (submission.status !== 'success') {
		await keepTyped(context, '/checkout/address', formData)
		return data(submission.reply(), 422)
	}

	const { value } = submission
	const details = {
		person: toPerson(value),
		party: value.party ?? null,
		answers: value.answers,
	}
	const saved = await saveDetails(cart.id, details, sessionIdOf(context))
	if (!saved.ok) return data(submission.reply(refused(saved)), 422)
	await keep(context, value)
	const headers = new Headers()
	if (occasionIn(request.headers)) headers.append('Set-Cookie', forgetOccasion())
	return redirect('/checkout/overview', { status: 303, headers })
}

/** Finds the account whose data fill the form; null for a guest. */
async function accountFor(context: Context): Promise<Account | null> {
	const signedIn = signedInOf(context)
	return signedIn && findAccount(signedIn.id)
}

/** Saves the typed details in the account for the next order, when a signed-in customer asks for that. */
async function keep(
	context: Context,
	typed: Typed & { party?: OrderedParty | null },
): Promise<void> {
	const signedIn = signedInOf(context)
	if (!signedIn || typed.keep !== 'on') return
	const known = await findAccount(signedIn.id)
	// Keeps the account's postal address when the form asked for none.
	const { street, supplement, postcode, city, country } = known?.person ?? toAccountPerson(typed)
	const person = {
		...toAccountPerson(typed),
		...(typed.street === undefined && { street, supplement, postcode, city, country }),
	}
	await savePersonalData(signedIn.id, { person, ...(typed.party && { party: typed.party }) })
}

export default function Address({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { cart, typed } = loaderData
	const [form, fields] = useForm<ReturnType<typeof schemaWithPartyOn>>({
		id: formId,
		lastResult: actionData,
		defaultValue: typed,
	})
	const labels = useLabels(loaderData.questions)
	const problems = useInOrder(form, labels)
	useKeptTyping(formId)
	return (
		<CheckoutPage
			step="address"
			isSignedIn={loaderData.account !== null}
			title={t('checkout.address.title')}
		>
			<BesideCart cart={cart} returnTo="/checkout/address">
				{loaderData.isTypedBefore && !actionData && <TypedBefore />}
				<NotSaved form={problems} labels={labels} />
				<Form method="post" className={layout.fields} {...formProps(form)}>
					<MadeFor account={loaderData.account} />
					{loaderData.partyTypes.length > 0 && (
						<PartyFields types={loaderData.partyTypes} fields={fields.party.getFieldset()} />
					)}
					<Questions questions={loaderData.questions} fields={fields.answers.getFieldset()} />
					<Details {...loaderData} fields={fields} isSent={cart.totals.shipping > 0} />
					<p className={layout.hint}>
						<LinkedText text={t('checkout.address.privacy')}>
							{(words) => <InformationLink slug="datenschutz">{words}</InformationLink>}
						</LinkedText>
					</p>
					{loaderData.account && (
						<CheckboxField field={fields.keep} optional>
							{t('checkout.address.keep')}
						</CheckboxField>
					)}
					<div className={pages.actions}>
						<Button name="intent" value="back" variant="ghost" formNoValidate>
							{t('checkout.back')}
						</Button>
						<Button>{t('checkout.address.next')}</Button>
					</div>
				</Form>
			</BesideCart>
		</CheckoutPage>
	)
}

type DetailsProps = {
	fields: ReturnType<typeof useForm<ReturnType<typeof schemaWithPartyOn>>>[1]
	/** True when a gift voucher is sent to the postal address. */
	isSent: boolean
	today: string
	asksAddress: boolean
	partyTypes: readonly PartyType[]
	countries: readonly { value: string; label: string }[]
}

/**
 * The fields for the person, and for the postal address with the organisation. Where no address is asked for, naming an
 * organisation asks for its own.
 */
function Details({ fields, isSent, today, asksAddress, partyTypes, countries }: DetailsProps) {
	const { t } = useI18n()
	const organisation = fields.organisation.getFieldset()
	const takesCompany = partyTypes.includes('company')
	return (
		<>
			<Panel title={t('person.title')}>
				<PersonFields fields={fields} emails={fields} today={today} />
				{!asksAddress && (
					<OrganisationFields fields={organisation}>
						<AddressFields fields={fields} countries={countries} optional />
					</OrganisationFields>
				)}
			</Panel>
			{asksAddress && (
				<Panel title={t('address.title')}>
					{isSent && <p className={layout.lead}>{t('checkout.overview.postage')}</p>}
					<div className={layout.fields}>
						<OrganisationFields fields={organisation} takesCompany={takesCompany} />
						<AddressFields fields={fields} countries={countries} />
					</div>
				</Panel>
			)}
		</>
	)
}
