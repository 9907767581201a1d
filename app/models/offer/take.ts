/** How many of each product, by its id. */
export type Numbers = Readonly<Record<string, number>>

/**
 * Numbers that were typed and lie in no cart yet, as an address carries them: 'ticket-adult.2_ticket-child.3'.
 * Null: none.
 */
export function takeText(numbers: Numbers): string | null {
	const parts = Object.entries(numbers).map(([id, number]) => `${id}.${number}`)
	return parts.length > 0 ? parts.join('_') : null
}

/** What is none of ours is left out. */
export function readTake(text: string | null): Numbers {
	if (text === null || text.length > longest) return {}
	const parts = text.split('_').map((part) => /^([a-z0-9-]{1,60})\.(\d{1,3})$/.exec(part))
	return Object.fromEntries(
		parts.flatMap((found) => (found?.[1] ? [[found[1], Number(found[2])]] : [])),
	)
}

const longest = 1500

/** One more or one fewer of something: 'ticket-adult:1', 'ticket-adult:-1'. */
export const stepPattern = /^[a-z0-9-]{1,60}:-?1$/

export function stepped(numbers: Numbers, step: string): Numbers {
	const [id = '', by = '0'] = step.split(':')
	return { ...numbers, [id]: Math.max(0, (numbers[id] ?? 0) + Number(by)) }
}
