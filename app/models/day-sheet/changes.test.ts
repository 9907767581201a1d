import { expect, test } from 'vitest'

import { changesOf } from '#app/models/day-sheet/changes.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { revisionContent } from '#testing/revision-content.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const day = '2026-11-28'
const [party] = sampleOrder.lines
if (!party) throw new Error('an order without lines')
const line = (position: number, title: string, quantity: number) => {
	return { ...party, position, productId: title, title: { de: title, en: title }, quantity }
}

test('K118: tickets that become line 1 are not among the changes of the day', () => {
	const [child, adult] = [line(1, 'Kinderticket', 2), line(2, 'Erwachsenenticket', 1)]
	const before = revisionContent(sampleOrder, { lines: [child, adult] })
	const after = revisionContent(sampleOrder, { lines: [{ ...adult, position: 1 }] })
	const stored = {
		id: 1,
		at: instantAt(day, '09:00'),
		who: 'customer',
		what: 'changed: revision 2',
		number: '2026-000001',
		name: 'Frieda',
		startsAt: party.startsAt,
		reason: null,
	}
	expect(changesOf(day, [{ ...stored, before, after }], 0)).toMatchObject([
		{ kind: 'changed', pieces: [{ title: child.title, before: 2, after: 0 }] },
	])
})
