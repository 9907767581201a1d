import { complaint } from '#desk/ui/form.css.ts'

/**
 * Returns the attributes of a field whose value was refused, which lead to its `FieldError`; none for any other field.
 */
export function refusedField(id: string, error: string | undefined) {
	return error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
}

/**
 * Returns the attributes of a field with a hint: they lead to the hint and, where the value was refused, to its
 * `FieldError`.
 */
export function hintedField(id: string, error: string | undefined) {
	const hint = `${id}-hint`
	return error
		? { 'aria-invalid': true, 'aria-describedby': `${id}-error ${hint}` }
		: { 'aria-describedby': hint }
}

/** The sentence below a field that says why its value was refused; nothing without one. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
	if (!error) return null
	return (
		<span id={`${id}-error`} className={complaint}>
			{error}
		</span>
	)
}
