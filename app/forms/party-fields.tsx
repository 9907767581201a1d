import * as layout from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import * as styles from '#app/forms/party-fields.css.ts'
import { Voluntary } from '#app/forms/person-fields.tsx'
import { RadioGroup } from '#app/forms/radio-group.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { Panel } from '#app/ui/panel.tsx'

type PartyFieldsProps = {
	/** The types of party that the cart's products allow. */
	types: readonly PartyType[]
	fields: Record<PartyType | 'type' | 'contactPerson', Field>
}

/**
 * The fields for the type and name of a party; a style sheet, not a script, shows the name field of the chosen type
 * alone.
 */
export function PartyFields({ types, fields }: PartyFieldsProps) {
	const { t } = useI18n()
	return (
		<Panel title={t('party.title')}>
			<div className={styles.party}>
				<RadioGroup
					field={fields.type}
					legend={t('party.type')}
					options={types.map((type) => ({
						value: type,
						label: t(`party.types.${type}`),
						...(type === 'bride' && { note: t('party.stag') }),
					}))}
				/>
				{types.map((type) => (
					<div key={type} className={styles.name[type]}>
						<TextField
							field={fields[type]}
							label={t(`party.names.${type}`)}
							maxLength={120}
							autoComplete="off"
						/>
					</div>
				))}
				<p className={`${layout.hint} ${styles.nothingChosen}`}>{t('party.nameFirst')}</p>
				<Voluntary title={t('party.contactPerson')} fields={[fields.contactPerson]}>
					<TextField
						field={fields.contactPerson}
						label={t('party.contactPerson')}
						hint={t('party.contactPersonHint')}
						maxLength={120}
						autoComplete="off"
						optional
					/>
				</Voluntary>
			</div>
		</Panel>
	)
}
