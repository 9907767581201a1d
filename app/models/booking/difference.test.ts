import { expect, test } from 'vitest'

import { pairsOf } from '#app/models/booking/difference.ts'
import { revisionContent } from '#testing/revision-content.ts'
import { sampleOrder } from '#testing/sample-order.ts'

test('K85: an extra that is added to a package stands with its other extras, not below all other lines', () => {
	const [line] = sampleOrder.lines
	if (!line) throw new Error('no line')
	const at = (position: number, parentPosition: number | null, productId: string) => ({
		...line,
		position,
		parentPosition,
		productId,
	})
	const booked = [at(1, null, 'party'), at(2, 1, 'menu'), at(3, null, 'ticket')]
	const contents = {
		before: revisionContent(sampleOrder, { lines: booked }),
		after: revisionContent(sampleOrder, { lines: [...booked.slice(0, 2), at(4, 1, 'cake')] }),
	}
	const shown = pairsOf(contents).map(({ before, after }) => (after ?? before)?.productId)
	expect(shown).toEqual(['party', 'menu', 'cake', 'ticket'])
})
