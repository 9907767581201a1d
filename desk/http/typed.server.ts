import { readPosted } from '#app/models/posted.ts'

/** The texts of a posted form by the name of their field. */
export type Typed = Readonly<Record<string, string>>

/**
 * Reads the texts of a posted form by the rules of `readPosted`, without characters that nobody types, which the
 * database would refuse (faults N194). Where a name comes twice the last text is returned: that of a pressed button
 * which follows a hidden field of its name.
 */
export async function typedIn(request: Request): Promise<Typed> {
	const newestFirst = new FormData()
	for (const [name, value] of [...(await request.formData())].toReversed())
		newestFirst.append(name, value)
	const { payload } = readPosted(newestFirst)
	return Object.fromEntries(
		[...payload].map(([name, text]) => [name, text.replaceAll('\uFFFD', '')]),
	)
}
