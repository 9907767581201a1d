import { data, Form, redirect } from 'react-router'

import * as layout from '#app/forms/fields.css.ts'
import { formValues } from '#app/forms/form-values.ts'
import { formProps, parseForm, useForm } from '#app/forms/form.ts'
import { useKeptTyping } from '#app/forms/kept-typing.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import {
	AddressFields,
	OrganisationFields,
	PersonFields,
	usePersonLabels,
} from '#app/forms/person-fields.tsx'
import { MadeFor, TypedBefore } from '#app/forms/typed-before.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf, stillSignedIn } from '#app/middleware/account.server.ts'
import { forgetTyped, keepTyped, typedBefore } from '#app/middleware/draft.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { today } from '#app/models/venue/day.ts'
import { findAccount, savePersonalData } from '#app/models/visitor/account.server.ts'
import {
	personalDataOn,
	toAccountPerson,
	type PersonalDataForm,
} from '#app/models/visitor/account.ts'
import { countryOf, namedCountries } from '#app/models/visitor/country.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Button } from '#app/ui/button.tsx'
import type { KeptForm } from '#app/ui/header.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/personal-data.ts'

const formId = 'personal'

export async function loader({ context }: Route.LoaderArgs) {
	const { id, person } = orNotFound(await findAccount(accountOf(context).id))
	const typed = await typedBefore(context, '/account/personal-data')
	return {
		keptForm: { id: formId, byEnter: true } satisfies KeptForm,
		account: id,
		person: typed ? formValues(typed) : { ...person, country: countryOf(person) },
		countries: namedCountries(localeOf(context)),
		isTyped: typed !== null,
		today: today(now()),
	}
}

export async function action({ request, context }: Route.ActionArgs) {
	const formData = await request.formData()
	const submission = parseForm(formData, personalDataOn(today(now())))
	if (submission.status !== 'success') {
		await keepTyped(context, '/account/personal-data', formData)
		return data(submission.reply(), 422)
	}

	const person = toAccountPerson(submission.value)
	stillSignedIn(await savePersonalData(accountOf(context).id, { person }), '/account/personal-data')
	await forgetTyped(context, '/account/personal-data')
	visitorSession(context).flash('notice', { key: 'account.saved', kind: 'success' })
	return redirect('/account/personal-data', 303)
}

export default function PersonalData({
	loaderData: { account, person, isTyped, today, countries },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<PersonalDataForm>({
		id: formId,
		lastResult: actionData,
		defaultValue: person,
	})
	const labels = usePersonLabels()
	useKeptTyping(formId)
	return (
		<AccountPage title={t('account.personalData.title')}>
			{isTyped && !actionData && <TypedBefore />}
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				<MadeFor account={account} />
				<Panel title={t('person.title')}>
					<PersonFields fields={fields} today={today} />
				</Panel>
				<Panel title={t('address.title')}>
					<div className={layout.fields}>
						<OrganisationFields fields={fields.organisation.getFieldset()} />
						<AddressFields fields={fields} countries={countries} optional />
					</div>
				</Panel>
				<Button wide>{t('account.personalData.save')}</Button>
			</Form>
		</AccountPage>
	)
}
