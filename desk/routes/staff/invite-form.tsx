import { Form } from 'react-router'

import { levels } from '#app/models/staff/staff.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/staff/staff.css.ts'
import { Button } from '#desk/ui/button.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import * as form from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { EmailField, NameField } from '#desk/ui/person-fields.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { small, soft } from '#desk/ui/words.css.ts'

/** The values typed into the form, and the reasons of a refusal. */
export type RefusedInvitation = Complaints & { name: string; email: string; level: string }

/** The form that invites a person: name, mail address, level. */
export function InviteForm({ refused }: { refused?: RefusedInvitation | undefined }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('staff.invite')}>
			<Form method="post" action="/staff/invite" className={styles.form}>
				{refused && <Problems of={refused.problems} />}
				<NameField
					label={t('staff.name')}
					value={refused?.name}
					autoComplete="off"
					error={refused?.at['name']}
				/>
				<EmailField
					value={refused?.email}
					autoComplete="off"
					required
					error={refused?.at['email']}
				/>
				<LevelChoice chosen={refused?.level ?? 'counter'} />
				<Button full>{t('staff.send')}</Button>
				<p className={`${small} ${soft}`}>{t('staff.once')}</p>
			</Form>
		</Panel>
	)
}

/** The radio buttons of the levels of staff, each with what it may do. */
export function LevelChoice({ chosen }: { chosen: string }) {
	const { t } = useDeskI18n()
	return (
		<fieldset>
			<legend className={form.label}>{t('staff.level')}</legend>
			<div className={styles.list}>
				{levels.map((level) => (
					<label key={level} className={form.pick}>
						<input type="radio" name="level" value={level} defaultChecked={level === chosen} />
						<span>
							{t(`level.${level}`)}
							<small>{t(`staff.may.${level}`)}</small>
						</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}
