type Parsed = { issues: { path?: PropertyKey[] | undefined }[] }

/**
 * Returns the `when` option of a zod check over several fields, with which the check runs as soon as the named fields
 * are valid. Without it zod skips the check until all fields are valid, so that its message comes only with the next
 * submission.
 */
export function whenFieldsRead(...names: string[]) {
	return ({ issues }: Parsed): boolean =>
		issues.every(({ path: [name] = [] }) => name !== undefined && !names.includes(String(name)))
}
