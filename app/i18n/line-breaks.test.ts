import { expect, test } from 'vitest'

import { softHyphened, splitProse, splitUnbroken, wrapUnbroken } from './line-breaks.ts'

test.each([
	['Code Z6LU-6FB5-BM3D-UMK8 (bis 2029)', ['Z6LU-6FB5-BM3D-UMK8']],
	['ABCD-EFGH-JKLM-NPQR', ['ABCD-EFGH-JKLM-NPQR']],
	['Rechnung RE-2026-000042 zu 2026-000007.', ['RE-2026-000042', '2026-000007']],
	['unter +49 89 99998 123 oder per E-Mail', ['+49 89 99998 123', 'E-Mail']],
	['Gutschein 50 € oder 1.250,00 €', ['50 €', '1.250,00 €']],
	['am Samstag, 12. Dezember 2026 für 12 Gäste', ['12. Dezember 2026', '12 Gäste']],
	['on Saturday, 12 December 2026', ['12 December 2026']],
	['at 14:00 for up to 12 guests, 48 hours before', ['12 guests', '48 hours']],
	['365 Tage, 1 Stunde', ['365 Tage', '1 Stunde']],
	['14:00–17:30 Uhr', []],
	['Hohenstaufen-Brandenburg, 2026-11-28', []],
])('%j keeps %j together (faults N91)', (text, kept) => {
	const parts = splitUnbroken(text)
	expect(parts.filter((_, at) => at % 2 === 1)).toEqual(kept)
	expect(parts.join('')).toBe(text)
})

test.each([
	['am Planetenring 7, 85000 Sternhausen', ['Planetenring 7', '85000 Sternhausen']],
	['(§ 312g Abs. 2 Nr. 9 BGB, § 147 AO)', ['§ 312g', 'Abs. 2', 'Nr. 9', '§ 147']],
	['14 Tage, section 312g (2), per E-Mail', ['14 Tage', 'section 312g', 'E-Mail']],
])('%j of a page or a letter keeps %j together (faults N92)', (text, kept) => {
	const parts = splitProse(text)
	expect(parts.filter((_, at) => at % 2 === 1)).toEqual(kept)
	expect(parts.join('')).toBe(text)
})

test('the text of a page is kept together, its tags stay as they are (faults N92)', () => {
	const link = '<a href="/x?tage=14 Tage" title="E-Mail">14 Tage</a>'
	expect(wrapUnbroken(`<p>per E-Mail, ${link} &amp; mehr</p>`, 'word')).toBe(
		'<p>per <span class="word">E-Mail</span>, ' +
			'<a href="/x?tage=14 Tage" title="E-Mail"><span class="word">14 Tage</span></a> &amp; mehr</p>',
	)
})

test.each([
	['Erwachsenenticket', 'Erwachsenen\u00adticket'],
	['Kommandantenkrone', 'Kommandanten\u00adkrone'],
	['Einladungskarten', 'Einladungs\u00adkarten'],
	['Anzahlungsrechnung', 'Anzahlungs\u00adrechnung'],
	['Ticket', 'Ticket'],
	['Pizza', 'Pizza'],
])('%j may break as %j (faults N77)', (name, broken) => {
	expect(softHyphened(name)).toBe(broken)
})
