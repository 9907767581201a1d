import type { ComponentProps, ReactNode } from 'react'

import { emailInput } from '#app/forms/email-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { Optional, TextField } from '#app/forms/text-field.tsx'
import type { MessageKey } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { salutations } from '#app/models/visitor/person.ts'

type Line = Omit<ComponentProps<typeof TextField>, 'field' | 'label'> & { label: MessageKey }

const phone = { type: 'tel', inputMode: 'tel', maxLength: 40, optional: true } as const

/** Every field of one line of text, by its name, with the attributes that help browsers to fill it in. */
const lines = {
	firstName: { label: 'person.firstName', autoComplete: 'given-name', maxLength: 100 },
	lastName: { label: 'person.lastName', autoComplete: 'family-name', maxLength: 100 },
	email: { label: 'person.email', autoComplete: 'email', ...emailInput },
	emailRepeat: { label: 'person.emailRepeat', autoComplete: 'off', ...emailInput },
	phone: { label: 'person.phone', autoComplete: 'tel', ...phone },
	mobile: { label: 'person.mobile', autoComplete: 'tel', ...phone },
	dateOfBirth: {
		label: 'person.dateOfBirth',
		type: 'date',
		min: '1900-01-01',
		autoComplete: 'bday',
		optional: true,
	},
	'organisation.name': {
		label: 'organisation.name',
		autoComplete: 'billing organization',
		maxLength: 100,
		optional: true,
	},
	'organisation.reference': {
		label: 'organisation.reference',
		autoComplete: 'off',
		maxLength: 60,
		optional: true,
	},
	'organisation.leitwegId': {
		label: 'organisation.leitwegId',
		autoComplete: 'off',
		autoCapitalize: 'characters',
		spellCheck: false,
		maxLength: 60,
		optional: true,
	},
	street: { label: 'address.street', autoComplete: 'billing address-line1', maxLength: 150 },
	supplement: {
		label: 'address.supplement',
		autoComplete: 'billing address-line2',
		maxLength: 150,
		optional: true,
	},
	postcode: { label: 'address.postcode', autoComplete: 'billing postal-code', maxLength: 12 },
	city: { label: 'address.city', autoComplete: 'billing address-level2', maxLength: 100 },
} as const satisfies Record<string, Line>

type Name = keyof typeof lines
type EmailName = 'email' | 'emailRepeat'
type OrganisationName = 'name' | 'reference' | 'leitwegId'
export type AddressName = 'street' | 'supplement' | 'postcode' | 'city' | 'country'
type PersonName = Exclude<Name, EmailName | AddressName | `organisation.${string}`> | 'salutation'

/** The key of each field's label, in the order of the page. */
export const personLabels = {
	salutation: 'person.salutation',
	...(Object.fromEntries(Object.entries(lines).map(([name, { label }]) => [name, label])) as Record<
		Name,
		MessageKey
	>),
	country: 'address.country',
} as const

/**
 * The fields for the name and the other personal data. `today` is the latest date of birth; `emails` are the fields for
 * the e-mail address, where it is asked for too.
 */
export function PersonFields({
	fields,
	emails,
	today,
}: {
	fields: Record<PersonName, Field>
	emails?: Record<EmailName, Field>
	today: string
}) {
	const { t } = useI18n()
	return (
		<div className={layout.fields}>
			<div className={layout.pair}>
				<LineField name="firstName" fields={fields} />
				<LineField name="lastName" fields={fields} />
			</div>
			{emails && <LineField name="email" fields={emails} hint={t('person.emailHint')} />}
			{emails && <LineField name="emailRepeat" fields={emails} />}
			<Voluntary fields={voluntary.map((name) => fields[name])}>
				<SelectField
					field={fields.salutation}
					label={t('person.salutation')}
					placeholder={t('person.salutations.none')}
					options={salutations.map((value) => ({ value, label: t(`person.salutations.${value}`) }))}
					autoComplete="honorific-prefix"
					optional
				/>
				<div className={layout.pair}>
					<LineField name="phone" fields={fields} />
					<LineField name="mobile" fields={fields} />
				</div>
				<LineField name="dateOfBirth" fields={fields} max={today} />
			</Voluntary>
		</div>
	)
}

/** Returns the labels of `personLabels` in the visitor's language. */
export function usePersonLabels() {
	const { t } = useI18n()
	const words = Object.entries(personLabels).map(([name, key]) => [name, t(key)])
	return Object.fromEntries(words) as Record<keyof typeof personLabels, string>
}

const voluntary = ['salutation', 'phone', 'mobile', 'dateOfBirth'] as const

/** A fold with optional fields of a person; open where one of the fields holds a value or an error. */
export function Voluntary({
	title,
	fields,
	children,
}: {
	title?: string
	fields: readonly Field[]
	children: ReactNode
}) {
	const { t } = useI18n()
	const isOpen = fields.some(({ errors, initialValue }) => errors?.length || initialValue)
	return (
		<details open={isOpen} className={layout.fold}>
			<summary className={layout.foldTitle}>
				{title ?? t('person.more')} <Optional />
			</summary>
			<div className={layout.fields}>{children}</div>
		</details>
	)
}

/**
 * The fields for the organisation that the invoice goes to, in a fold. `takesCompany`: a hint says that an empty name
 * means the company of the party.
 */
export function OrganisationFields({
	fields,
	takesCompany = false,
	children,
}: {
	fields: Record<OrganisationName, Field>
	takesCompany?: boolean
	children?: ReactNode
}) {
	const { t } = useI18n()
	const { name, reference, leitwegId } = fields
	const own = {
		'organisation.name': name,
		'organisation.reference': reference,
		'organisation.leitwegId': leitwegId,
	}
	const hint = takesCompany ? { hint: t('organisation.nameHint') } : {}
	return (
		<Voluntary title={t('organisation.title')} fields={Object.values(own)}>
			<p className={layout.hint}>{t('organisation.about')}</p>
			<LineField name="organisation.name" fields={own} {...hint} />
			<LineField name="organisation.reference" fields={own} />
			<LineField
				name="organisation.leitwegId"
				fields={own}
				hint={t('organisation.leitwegIdHint')}
			/>
			{children}
		</Voluntary>
	)
}

/** The fields for the billing address; `optional` where it may be given later. */
export function AddressFields({
	fields,
	countries,
	optional = false,
}: {
	fields: Record<AddressName, Field>
	countries: readonly { value: string; label: string }[]
	optional?: boolean
}) {
	const { t } = useI18n()
	const later = optional ? { optional } : {}
	return (
		<div className={layout.fields}>
			<LineField name="street" fields={fields} {...later} />
			<div className={layout.shortAndLong}>
				<LineField name="postcode" fields={fields} {...later} />
				<LineField name="city" fields={fields} {...later} />
			</div>
			<SelectField
				field={fields.country}
				label={t('address.country')}
				options={countries}
				autoComplete="billing country"
			/>
			<Voluntary title={t('address.supplement')} fields={[fields.supplement]}>
				<LineField name="supplement" fields={fields} />
			</Voluntary>
		</div>
	)
}

type LineFieldProps<Own extends Name> = {
	name: Own
	fields: Record<Own, Field>
	hint?: string
	max?: string
	optional?: boolean
}

export function LineField<Own extends Name>({ name, fields, ...more }: LineFieldProps<Own>) {
	const { t } = useI18n()
	const { label, ...line } = lines[name]
	return <TextField field={fields[name]} label={t(label)} {...line} {...more} />
}
