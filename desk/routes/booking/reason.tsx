import { TextField } from '#desk/ui/text-field.tsx'

type ReasonProps = {
	label: string
	hint?: string
	value: string | undefined
	/** The sentence why the typed reason was refused. */
	error: string | undefined
}

/** The text field for the reason of an action on a booking, which its history keeps. */
export function Reason({ label, hint, value, error }: ReasonProps) {
	return <TextField name="reason" label={label} hint={hint} value={value} max={200} error={error} />
}
