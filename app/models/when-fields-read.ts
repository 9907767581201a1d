type Parsed = { issues: { path?: PropertyKey[] | undefined }[] }

/**
 * The `when` of a check of several fields, which runs it as soon as these fields are valid. Without it zod skips the
 * check until all other fields are valid, so that its message comes only with the next submission.
 */
export function whenFieldsRead(...names: string[]) {
	return ({ issues }: Parsed): boolean =>
		issues.every(({ path: [name] = [] }) => name !== undefined && !names.includes(String(name)))
}
