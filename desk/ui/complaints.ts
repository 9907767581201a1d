/** The complaints about fields of a form, by their names; null or left out for a field that is right. */
type Wrong = Readonly<Record<string, string | null | undefined>>

/**
 * The complaints about a form: `problems` are all of them, for its head; `at` holds those about fields, by the field's
 * name.
 */
export type Complaints = { problems: string[]; at: Partial<Record<string, string>> }

/**
 * Returns the complaints about the fields of a form, in the order of `wrong`. A sentence about several fields is at the
 * head of the form only one time.
 */
export function complaintsAt(wrong: Wrong): Complaints {
	const found = Object.entries(wrong).flatMap(([name, sentence]) =>
		sentence ? [[name, sentence] as const] : [],
	)
	return {
		problems: [...new Set(found.map(([, sentence]) => sentence))],
		at: Object.fromEntries(found),
	}
}

/** Returns complaints about a form as a whole, and none about its fields. */
export function complaint(...problems: string[]): Complaints {
	return { problems, at: {} }
}
