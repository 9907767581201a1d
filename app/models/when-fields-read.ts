type Parsed = { issues: { path?: PropertyKey[] | undefined }[] }

/**
 * For `when` of a check of several fields: it runs as soon as these fields have been read. Without it zod leaves the
 * check until every other field is right, and tells of it only with the next answer.
 */
export function whenFieldsRead(...names: string[]) {
	return ({ issues }: Parsed): boolean =>
		issues.every(({ path: [name] = [] }) => name !== undefined && !names.includes(String(name)))
}
