import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { TextField } from '#desk/ui/text-field.tsx'

type AddressProps = {
	id?: string
	email: string
	/**
	 * The address that the page showed. The correction is refused when the booking has another one by then (faults
	 * N357).
	 */
	seen: string
	/** The reason for which the typed address was refused. */
	error?: string | undefined
}

/**
 * The field for the corrected mail address of a booking, with a hidden field that holds the address which the page
 * showed.
 */
export function AddressField({ id = 'email', email, seen, error }: AddressProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<input type="hidden" name="seen" value={seen} />
			<TextField
				id={id}
				name="email"
				type="email"
				label={t('booking.letters.email')}
				value={email}
				error={error}
			/>
		</>
	)
}
