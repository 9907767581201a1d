import { useState } from 'react'
import { Form } from 'react-router'

import type { Level } from '#app/models/staff/staff.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { PasskeySignIn } from '#desk/routes/sign-in/passkey-button.tsx'
import * as styles from '#desk/routes/sign-in/sign-in.css.ts'
import { Button } from '#desk/ui/button.tsx'
import * as form from '#desk/ui/form.css.ts'
import { EmailField } from '#desk/ui/person-fields.tsx'
import { note, small, soft } from '#desk/ui/words.css.ts'

/** The most characters of a password at the sign-in; longer ones are not hashed. */
export const LONGEST_PASSWORD = 1000

type Person = { id: string; name: string; level: Level; since: string }
type SignInFormProps = {
	isKnown: boolean
	people: Person[]
	chosen: string | null
	next: string
	failed: { refusal: string; email: string } | undefined
}

/** The form of the sign-in: by a passkey, or by the password of a picked person or of a mail address. */
export function SignInForm({ isKnown, people, chosen, next, failed }: SignInFormProps) {
	const { t } = useDeskI18n()
	const [who, setWho] = useState(chosen ?? 'other')
	const hasPeople = isKnown && people.length > 0
	const action = `/sign-in?${new URLSearchParams({ next })}`
	return (
		<Form method="post" action={action} className={styles.form}>
			<h1>{t(hasPeople ? 'signIn.who' : 'signIn.title')}</h1>
			<input type="hidden" name="next" value={next} />
			{failed && (
				<p id="refusal" role="alert" className={note.no}>
					{failed.refusal}
				</p>
			)}
			<PasskeySignIn
				offer="/sign-in/passkey"
				action={action}
				values={() => ({ next })}
				label={t('signIn.withPasskey')}
			/>
			{hasPeople && <People people={people} who={who} choose={setWho} />}
			<details open={failed !== undefined || !isKnown} className={styles.fold}>
				<summary>{t('signIn.withPassword')}</summary>
				<div className={styles.inside}>
					{hasPeople && who !== 'other' ? (
						<noscript>
							<EmailField value={failed?.email ?? ''} autoComplete="username" required={false} />
						</noscript>
					) : (
						<EmailField value={failed?.email ?? ''} autoComplete="username" required={false} />
					)}
					<PasswordField hasFailed={failed !== undefined} />
					{!isKnown && <DeviceField />}
					<Button look="line" name="with" value="password">
						{t('signIn.submit')}
					</Button>
					<p className={`${small} ${soft}`}>{t('signIn.forgotten')}</p>
				</div>
			</details>
		</Form>
	)
}

function PasswordField({ hasFailed }: { hasFailed: boolean }) {
	const { t } = useDeskI18n()
	return (
		<div className={form.field}>
			<label htmlFor="password" className={form.label}>
				{t('signIn.password')}
			</label>
			<input
				id="password"
				name="password"
				type="password"
				autoComplete="current-password"
				maxLength={LONGEST_PASSWORD}
				aria-invalid={hasFailed ? true : undefined}
				aria-describedby={hasFailed ? 'refusal' : undefined}
				className={form.control}
			/>
		</div>
	)
}

function People({
	people,
	who,
	choose,
}: {
	people: Person[]
	who: string
	choose: (id: string) => void
}) {
	const { t, locale } = useDeskI18n()
	return (
		<fieldset className={styles.group}>
			<legend className={form.label}>{t('signIn.onDuty')}</legend>
			<div className={styles.people}>
				{people.map(({ id, name, level, since }) => (
					<label key={id} className={form.pick}>
						<input
							type="radio"
							name="who"
							value={id}
							defaultChecked={id === who}
							onChange={() => choose(id)}
						/>
						<span>
							{name}
							<small>
								{t('signIn.since', {
									level: t(`level.${level}`),
									time: formatTime(new Date(since), locale),
								})}
							</small>
						</span>
					</label>
				))}
				<label className={form.pick}>
					<input
						type="radio"
						name="who"
						value="other"
						defaultChecked={who === 'other'}
						onChange={() => choose('other')}
					/>
					<span>
						{t('signIn.other')}
						<small>{t('signIn.byEmail')}</small>
					</span>
				</label>
			</div>
		</fieldset>
	)
}

function DeviceField() {
	const { t } = useDeskI18n()
	return (
		<div className={form.field}>
			<label htmlFor="device" className={form.label}>
				{t('signIn.deviceName')}
			</label>
			<input
				id="device"
				name="device"
				maxLength={60}
				autoComplete="off"
				aria-describedby="device-hint"
				className={form.control}
			/>
			<p id="device-hint" className={form.hint}>
				{t('signIn.deviceHint')}
			</p>
		</div>
	)
}
