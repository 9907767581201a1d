import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Stepper as AnyStepper } from '#desk/ui/stepper.tsx'

type StepperProps = {
	name: string
	label: string
	value: number | string
	note?: string | null
	/** The reason for which the number was refused. */
	error?: string | undefined
}

/** A number field of the form for a booking by telephone, between a button for one fewer and one for one more. */
export function Stepper({ name, label, value, note = null, error }: StepperProps) {
	const { t } = useDeskI18n()
	return (
		<AnyStepper
			name={name}
			label={label}
			value={value}
			note={note && <small>{note}</small>}
			error={error}
			fewer={t('phone.fewer', { name: label })}
			more={t('phone.more', { name: label })}
		/>
	)
}
