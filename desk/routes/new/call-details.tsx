import { LONGEST_PARTY_NAME } from '#app/models/visitor/party.ts'
import { LONGEST_NAME, LONGEST_PHONE } from '#app/models/visitor/person.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { Agreed } from '#desk/routes/new/agreed.ts'
import { CallFood } from '#desk/routes/new/call-food.tsx'
import type { Call } from '#desk/routes/new/call-view.server.ts'
import { LettersLanguage } from '#desk/routes/new/letters-language.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as fields from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as words from '#desk/ui/words.css.ts'

type DetailsProps = {
	call: Call
	at: Complaints['at']
	agreed: Agreed
	/** The fields of a refused form, by name: what was typed as numbers stays in them. */
	typed: Readonly<Record<string, string>>
}

/** The parts of a call's form after its time is taken: the customer, food and extras, payment. */
export function CallDetails({ call, at, agreed, typed }: DetailsProps) {
	return (
		<>
			<Who call={call} at={at} letters={agreed.letters} age={typed['age']} />
			<CallFood call={call} at={at} typed={typed} />
			<Payment call={call} agreed={agreed} />
		</>
	)
}

type WhoProps = Pick<DetailsProps, 'call' | 'at'> &
	Pick<Agreed, 'letters'> & {
		/** The age as it was typed and refused. */
		age: string | undefined
	}

/** The most characters of each field about the customer. */
const longest: Record<keyof Call['person'], number> = {
	firstName: LONGEST_NAME,
	lastName: LONGEST_NAME,
	phone: LONGEST_PHONE,
	email: 200,
	child: LONGEST_PARTY_NAME,
	age: 20,
	wishes: 200,
}

function Who({ call, at, letters, age }: WhoProps) {
	const { t } = useDeskI18n()
	const { types, type } = call
	const person = { ...call.person, ...(age !== undefined && { age }) }
	const text = (name: keyof Call['person'], more: { type?: string; isWhole?: boolean } = {}) => (
		<div className={more.isWhole ? `${fields.field} ${fields.whole}` : fields.field}>
			<label htmlFor={name} className={fields.label}>
				{t(`phone.${name}`)}
			</label>
			<input
				id={name}
				name={name}
				type={more.type ?? 'text'}
				defaultValue={person[name]}
				maxLength={longest[name]}
				autoComplete="off"
				className={fields.control}
				{...refusedField(name, at[name])}
			/>
			<FieldError id={name} error={at[name]} />
		</div>
	)
	return (
		<Panel heading={t('phone.who')}>
			<div className={fields.fields}>
				{text('firstName')}
				{text('lastName')}
				{text('phone', { type: 'tel' })}
				{text('email')}
				{types.length > 0 && text('child')}
				{types.length > 0 && text('age')}
				{types.length > 1 && (
					<div className={fields.field}>
						<label htmlFor="type" className={fields.label}>
							{t('phone.occasion')}
						</label>
						<select
							id="type"
							name="type"
							defaultValue={type ?? undefined}
							className={fields.control}
						>
							{types.map((it) => (
								<option key={it} value={it}>
									{t(`phone.types.${it}`)}
								</option>
							))}
						</select>
					</div>
				)}
				<LettersLanguage chosen={letters} />
				{text('wishes', { isWhole: true })}
			</div>
		</Panel>
	)
}

function Payment({ call, agreed }: Pick<DetailsProps, 'call' | 'agreed'>) {
	const { t } = useDeskI18n()
	const { online, onSite, allOnSite, ends, person } = call
	const canLink = online !== null && ends.length > 0
	const isByLink = canLink && agreed.pay !== 'site'
	const until = ends.find(({ value }) => value === agreed.until)?.value
	return (
		<Panel heading={t('phone.payment')}>
			<div className={fields.picks}>
				{canLink && (
					<label className={fields.pick}>
						<input type="radio" name="pay" value="link" defaultChecked={isByLink} />
						<span>
							{t('phone.byLink')}
							<small>{t('phone.byLinkSums', { online, onSite })}</small>
						</span>
					</label>
				)}
				<label className={fields.pick}>
					<input type="radio" name="pay" value="site" defaultChecked={!isByLink} />
					<span>
						{t('phone.onSite')}
						<small>{t('phone.onSiteSums', { amount: allOnSite })}</small>
					</span>
				</label>
			</div>
			{canLink && (
				<div className={fields.field}>
					<label htmlFor="until" className={fields.label}>
						{t('phone.until')}
					</label>
					<select id="until" name="until" defaultValue={until} className={fields.control}>
						{ends.map(({ value, name }) => (
							<option key={value} value={value}>
								{name}
							</option>
						))}
					</select>
				</div>
			)}
			<p className={words.soft}>{t(person.email ? 'phone.linkMailed' : 'phone.linkRead')}</p>
		</Panel>
	)
}
