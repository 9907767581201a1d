import { currentVenue } from '#app/models/venue/current.server.ts'
import { useMemo } from 'react'
import { Trans } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import type { z } from 'zod'

import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, useForm, type Field } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { now } from '#app/gateways/clock.server.ts'
import type { Message, MessageKey } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { filledCart } from '#app/middleware/visit.server.ts'
import { address } from '#app/models/visitor/address.ts'
import { saveDetails } from '#app/models/cart/details.server.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { hasParty } from '#app/models/order/order.ts'
import { party } from '#app/models/visitor/party.ts'
import { emailsAgree, person, salutations } from '#app/models/visitor/person.ts'

import { BesideCart, CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import { PartyFields } from '#app/routes/checkout/party-fields.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { InformationLink } from '#app/ui/modal.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/address.ts'

const details = person.extend(address.shape)
const agreed = { path: ['emailRepeat'], error: 'emailsDiffer' }
const schema = details.refine(emailsAgree, agreed)
const schemaWithParty = details.extend({ party }).refine(emailsAgree, agreed)

export async function loader({ context }: Route.LoaderArgs) {
	const cart = await filledCart(context)
	const { person, party } = cart
	const locale = localeOf(context)
	return {
		locale,
		cart: viewCart(currentVenue(), cart, { locale, now: now() }),
		typed: {
			...person,
			emailRepeat: person?.email,
			party: party && {
				type: party.type,
				[party.type]: party.name,
				contactPerson: party.contactPerson,
			},
		},
	}
}

export async function action({ request, context }: Route.ActionArgs) {
	const cart = await filledCart(context)
	const formData = await request.formData()
	if (!hasParty(currentVenue(), cart)) {
		const submission = parseForm(formData, schema)
		if (submission.status !== 'success') return data(submission.reply(), 422)
		await saveDetails(cart.id, { person: toPerson(submission.value), party: null })
	} else {
		const submission = parseForm(formData, schemaWithParty)
		if (submission.status !== 'success') return data(submission.reply(), 422)
		await saveDetails(cart.id, {
			person: toPerson(submission.value),
			party: submission.value.party,
		})
	}
	return redirect('/checkout/overview', 303)
}

export default function Address({
	loaderData: { cart, locale, typed },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schemaWithParty>({
		id: 'details',
		lastResult: actionData,
		defaultValue: typed,
	})
	const labels = Object.fromEntries(Object.entries(labelKeys).map(([name, key]) => [name, t(key)]))
	const { id, allErrors } = form
	const problems = useMemo(() => ({ id, allErrors: inOrder(allErrors) }), [id, allErrors])
	return (
		<CheckoutPage step="address" title={t('checkout.address.title')}>
			<BesideCart cart={cart} locale={locale} returnTo="/checkout/address">
				<ErrorSummary form={problems} labels={labels} />
				<Form method="post" className={layout.fields} {...formProps(form)}>
					{cart.needsParty && <PartyFields fields={fields.party.getFieldset()} />}
					<Panel title={t('person.title')}>
						<PersonFields fields={fields} />
					</Panel>
					<Panel title={t('address.title')}>
						<AddressFields fields={fields} />
					</Panel>
					<p className={layout.hint}>
						<Trans
							i18nKey="checkout.address.privacy"
							components={{ privacy: <InformationLink slug="datenschutz" /> }}
						/>
					</p>
					<div className={pages.actions}>
						<LinkButton to="/checkout/sign-in" variant="ghost">
							{t('checkout.back')}
						</LinkButton>
						<Button>{t('checkout.address.next')}</Button>
					</div>
				</Form>
			</BesideCart>
		</CheckoutPage>
	)
}

type Fields = Record<keyof z.input<typeof details>, Field>

function PersonFields({ fields }: { fields: Fields }) {
	const { t } = useI18n()
	return (
		<div className={layout.fields}>
			<SelectField
				field={fields.salutation}
				label={t('person.salutation')}
				placeholder={t('person.salutations.none')}
				options={salutations.map((value) => ({ value, label: t(`person.salutations.${value}`) }))}
				autoComplete="honorific-prefix"
				optional
			/>
			<div className={layout.pair}>
				<TextField
					field={fields.firstName}
					label={t('person.firstName')}
					autoComplete="given-name"
					maxLength={100}
				/>
				<TextField
					field={fields.lastName}
					label={t('person.lastName')}
					autoComplete="family-name"
					maxLength={100}
				/>
			</div>
			<TextField
				field={fields.email}
				label={t('person.email')}
				hint={t('person.emailHint')}
				type="email"
				inputMode="email"
				autoComplete="email"
				autoCapitalize="none"
				spellCheck={false}
				maxLength={254}
			/>
			<TextField
				field={fields.emailRepeat}
				label={t('person.emailRepeat')}
				type="email"
				inputMode="email"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				maxLength={254}
			/>
			<div className={layout.pair}>
				<TextField
					field={fields.phone}
					label={t('person.phone')}
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					maxLength={40}
					optional
				/>
				<TextField
					field={fields.mobile}
					label={t('person.mobile')}
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					maxLength={40}
					optional
				/>
			</div>
			<TextField
				field={fields.dateOfBirth}
				label={t('person.dateOfBirth')}
				type="date"
				autoComplete="bday"
				optional
			/>
		</div>
	)
}

function AddressFields({ fields }: { fields: Fields }) {
	const { t } = useI18n()
	return (
		<div className={layout.fields}>
			<TextField
				field={fields.street}
				label={t('address.street')}
				autoComplete="billing address-line1"
				maxLength={150}
			/>
			<TextField
				field={fields.supplement}
				label={t('address.supplement')}
				autoComplete="billing address-line2"
				maxLength={150}
				optional
			/>
			<div className={layout.shortAndLong}>
				<TextField
					field={fields.postcode}
					label={t('address.postcode')}
					inputMode="numeric"
					autoComplete="billing postal-code"
					maxLength={10}
				/>
				<TextField
					field={fields.city}
					label={t('address.city')}
					autoComplete="billing address-level2"
					maxLength={100}
				/>
			</div>
		</div>
	)
}

/** What each field is called in the error summary, in the order of the page. */
const labelKeys = {
	'party.type': 'party.type',
	'party.birthday': 'party.names.birthday',
	'party.company': 'party.names.company',
	'party.team': 'party.names.team',
	'party.bride': 'party.names.bride',
	'party.contactPerson': 'party.contactPerson',
	salutation: 'person.salutation',
	firstName: 'person.firstName',
	lastName: 'person.lastName',
	email: 'person.email',
	emailRepeat: 'person.emailRepeat',
	phone: 'person.phone',
	mobile: 'person.mobile',
	dateOfBirth: 'person.dateOfBirth',
	street: 'address.street',
	supplement: 'address.supplement',
	postcode: 'address.postcode',
	city: 'address.city',
} as const satisfies Record<string, MessageKey>

/** Problems in the order in which their fields are read. */
function inOrder(errors: Record<string, Message[]>): Record<string, Message[]> {
	const names = Object.keys(labelKeys)
	return Object.fromEntries(
		Object.entries(errors).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
	)
}

function toPerson(typed: Omit<z.output<typeof details>, 'emailRepeat'>) {
	const {
		salutation = null,
		phone = null,
		mobile = null,
		dateOfBirth = null,
		supplement = null,
	} = typed
	const { firstName, lastName, email, street, postcode, city } = typed
	return {
		salutation,
		firstName,
		lastName,
		email,
		phone,
		mobile,
		dateOfBirth,
		street,
		supplement,
		postcode,
		city,
	}
}
