/** Quantities by product id. */
export type Pieces = Readonly<Record<string, number>>

/**
 * Writes quantities that are typed but not in a cart yet as text for an address: 'ticket-adult.2_ticket-child.3'. Null
 * without quantities.
 */
export function takeText(numbers: Pieces): string | null {
	const parts = Object.entries(numbers).map(([id, number]) => `${id}.${number}`)
	return parts.length > 0 ? parts.join('_') : null
}

/**
 * Reads the text that `takeText` writes. Parts in another form are left out; text longer than 1,500 characters is
 * ignored.
 */
export function readTake(text: string | null): Pieces {
	if (text === null || text.length > longest) return {}
	const parts = text.split('_').map((part) => /^([a-z0-9-]{1,60})\.(\d{1,3})$/.exec(part))
	return Object.fromEntries(
		parts.flatMap((found) => (found?.[1] ? [[found[1], Number(found[2])]] : [])),
	)
}

const longest = 1500

/** The form of a button's value that adds or takes away one piece: 'ticket-adult:1', 'ticket-adult:-1'. */
export const stepPattern = /^[a-z0-9-]{1,60}:-?1$/

export function stepped(numbers: Pieces, step: string): Pieces {
	const [id = '', by = '0'] = step.split(':')
	const number = Object.hasOwn(numbers, id) ? (numbers[id] ?? 0) : 0
	return { ...numbers, [id]: Math.max(0, number + Number(by)) }
}
