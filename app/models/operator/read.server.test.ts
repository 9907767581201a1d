import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { readVenue } from '#app/models/operator/read.server.ts'

let dir: string
beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), 'venue-'))
	await cp('venue', dir, { recursive: true })
	return () => rm(dir, { recursive: true })
})

async function edit(name: string, from: string, to: string): Promise<void> {
	const before = await readFile(join(dir, name), 'utf8')
	expect(before).toContain(from)
	await writeFile(join(dir, name), before.replace(from, to))
}

async function saveAs(name: string, encoding: 'latin1' | 'utf16le', mark = ''): Promise<void> {
	const text = await readFile(join(dir, name), 'utf8')
	await writeFile(join(dir, name), Buffer.from(mark + text, encoding))
}

/** The problems and warnings of a venue, without the numbers of lines. */
async function said(): Promise<{ problems: string[]; warnings: string[] }> {
	const read = await readVenue(dir)
	const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/line \d+/g, 'line N'))
	return read.ok
		? { problems: [], warnings: plain(read.warnings) }
		: { problems: plain(read.problems), warnings: [] }
}

describe('slips of editors and hands in the files (faults N15)', () => {
	test('the demo has no problems and no warnings', async () => {
		expect(await said()).toEqual({ problems: [], warnings: [] })
	})

	// Faults K116.
	test('words of the terms on what is kept follow cancelFee', async () => {
		const terms = async () => {
			const read = await readVenue(dir)
			return read.ok ? read.venue.pages['agb']?.html : undefined
		}
		expect((await terms())?.de).toContain('enthält Mehrwertsteuer')
		expect((await terms())?.de).not.toContain('geringerer Schaden')
		await edit('venue.yaml', '# cancelFee: {', 'cancelFee: {')
		expect((await terms())?.de).toContain('kein oder ein geringerer Schaden')
		expect((await terms())?.en).toContain('no loss, or a smaller one')
		await edit('venue.yaml', 'cancelFee: { vat: damages }', 'cancelFee: { vat: consideration }')
		await edit(
			'pages/agb.de.md',
			'{{policy.cancel}}',
			'Ihnen bleibt der Nachweis geringeren Schadens.',
		)
		expect((await said()).warnings).toEqual([
			expect.stringMatching(/^pages\/agb\.de\.md: speaks of damages .*write \{\{cancelFee\}\}/),
		])
		await edit('venue.yaml', 'cancelFee: { vat: consideration }', 'cancelFee: { vat: fine }')
		expect((await said()).problems).toEqual([
			'venue.yaml line N, cancelFee › vat: must be consideration or damages',
		])
	})

	// Faults N101.
	test.each([
		[
			"time: '18:00' }",
			'time: 18 Uhr }',
			"change › guests › time: a time is written HH:MM, in quotation marks: write '18:00'",
		],
		[
			"time: '18:00' }",
			'time: beginn }',
			'change › guests › time: a time is written HH:MM, in quotation marks; start is the time at which the visit begins',
		],
		['guests: {', 'guest: {', 'change › guest: is not a known field (did you mean "guests"?)'],
		['times: 2', 'times: 0', 'move › times: must be at least 1'],
		[
			'keep: { percent: 0,',
			'keep: { percent: 130,',
			'cancel › 1 › keep › percent: must be at most 100',
		],
		[
			'keep: { percent: 0,',
			'keep: { percent: 30 %,',
			'cancel › 1 › keep › percent: a number stands by itself: write 30',
		],
		['of: deposit } }', 'of: Anzahlung } }', 'cancel › 1 › keep › of: must be deposit or total'],
		['noShow: billed', 'noShow: bill', 'noShow: must be billed or free (did you mean "billed"?)'],
	])('%s as %s in the policy', async (from, to, reason) => {
		await edit('venue.yaml', from, to)
		expect((await said()).problems).toContain(`venue.yaml line N, policy › ${reason}`)
	})

	// Faults N102.
	test('pages quote the policy, and typed rules for cancelling are refused beside it', async () => {
		const html = async (page: string) => {
			const read = await readVenue(dir)
			return read.ok ? (read.venue.pages[page]?.html.de ?? '') : ''
		}
		expect(await html('agb')).toContain('bis 7 Tage vor dem Besuch um 23:59 Uhr')
		await edit(
			'venue.yaml',
			"until: { days: 7, time: '23:59' }",
			"until: { days: 10, time: '12:00' }",
		)
		for (const page of ['agb', 'faq', 'widerruf'])
			expect(await html(page), page).toContain('bis 10 Tage vor dem Besuch um 12 Uhr')

		await edit(
			'pages/anfahrt.de.md',
			'title: Anfahrt\n---\n',
			'title: Anfahrt\n---\nBis 7 Tage vorher sagen Sie kostenfrei ab.\n\n',
		)
		expect((await said()).problems).toEqual([
			'pages/anfahrt.de.md: says until when something is cancelled or moved, or what is kept ("Bis 7 Tage vorher sagen Sie kostenfrei ab."), which `policy` may say otherwise: write {{policy.cancel}} and {{policy.move}}',
		])
	})

	test.each([
		['faq.de', 'cancel', 'Bei Absage bis 3 Tage vorher erstatten wir alles.'],
		['faq.de', 'cancel', 'Sagen Sie später ab, behalten wir 30 % der Anzahlung.'],
		['agb.de', 'move', 'Umbuchen können Sie bis zum Vortag.'],
		['agb.en', 'cancel', 'If you cancel later, we keep 30 percent.'],
	])('N367: %s quotes policy.%s and types a rule beside it: %s', async (page, part, typed) => {
		const quoted = `{{policy.${part}}}`
		await edit(`pages/${page}.md`, quoted, `${quoted} ${typed}`)
		expect((await said()).problems).toEqual([
			`pages/${page}.md: says until when something is cancelled or moved, or what is kept ("${typed}"), which \`policy\` may say otherwise: write {{policy.cancel}} and {{policy.move}}`,
		])
	})

	// Faults N103.
	test('files of the release before have no policy, and still open', async () => {
		const text = await readFile(join(dir, 'venue.yaml'), 'utf8')
		const begin = text.indexOf('\npolicy:')
		const without = text.slice(0, begin) + text.slice(text.indexOf('\n# What your account', begin))
		const former = 'changes: { de: Schreiben Sie uns an, en: Write to us at }'
		await writeFile(join(dir, 'venue.yaml'), `${without}\n${former}\n`)
		await edit(
			'pages/anfahrt.en.md',
			'title: Getting here\n---\n',
			'title: Getting here\n---\nRebook up to 48 hours before.\n\n',
		)
		const { problems, warnings } = await said()
		expect(problems).toEqual([])
		expect(warnings).toEqual([
			expect.stringContaining(
				'pages/anfahrt.en.md: says until when something is cancelled or moved',
			),
			'venue.yaml, changes: is no longer read; write `policy` instead',
		])
		const read = await readVenue(dir)
		if (!read.ok) throw new Error('not read')
		expect(read.venue.pages['agb']?.html.de).toContain(
			'Zum Ändern, Umbuchen und Stornieren rufen Sie uns bitte an: +49 89 99998 123.',
		)
	})

	test.each([
		['catalogue.yaml', 'latin1', '', /^catalogue\.yaml: is not in UTF-8 \(line N\), probably in/],
		['calendar.yaml', 'utf16le', '\ufeff', /^calendar\.yaml: is written in UTF-16/],
		['pages/faq.de.md', 'latin1', '', /^pages\/faq\.de\.md: is not in UTF-8 \(line N\), probably/],
		['pages/faq.de.md', 'utf16le', '', /^pages\/faq\.de\.md: is written in UTF-16/],
	] as const)(
		'%s in %s: its encoding is all that is said of it',
		async (name, encoding, mark, line) => {
			await saveAs(name, encoding, mark)
			expect((await said()).problems).toEqual([expect.stringMatching(line)])
		},
	)

	test.each(['venue.yaml', 'pages/faq.de.md'])('%s with a byte order mark opens', async (name) => {
		const before = await readVenue(dir)
		const text = await readFile(join(dir, name), 'utf8')
		await writeFile(join(dir, name), `\ufeff${text}`)
		expect(await readVenue(dir)).toEqual({
			...before,
			warnings: [
				`${name}: begins with a byte order mark (BOM), which is left out: save it as UTF-8 without one`,
			],
		})
	})

	test('a postcode that begins with 0 keeps it', async () => {
		await edit('venue.yaml', `postcode: '85000'`, 'postcode: 01067')
		expect((await said()).problems).toEqual([
			'venue.yaml line N, contact › postcode: must be text: write "01067" in quotation marks',
		])
	})

	test.each([
		[`phone: '+49 89 99998 123'`, 'phone: Tel.: 089 123', 'write phone: "Tel.: 089 123"'],
		['name: Raumzeit', 'name: Raumzeit: Spiel', 'write name: "Raumzeit: Spiel"'],
		[`phone: '+49 89 99998 123'`, 'phone: „Tel: 089“', 'quotation marks are straight ones'],
	])('%s as %s', async (from, to, advice) => {
		await edit('venue.yaml', from, to)
		expect((await said()).problems).toEqual([expect.stringContaining(advice)])
	})

	test('typographic quotation marks around a free text give a warning', async () => {
		await edit('venue.yaml', `phone: '+49 89 99998 123'`, 'phone: “+49 89 99998 123”')
		expect(await said()).toEqual({
			problems: [],
			warnings: [
				`venue.yaml line N, contact › phone: quotation marks are straight ones ("..." or '...'), not those of a text: write '+49 89 99998 123'`,
			],
		})
	})

	test('a text file with the name of a picture on a page gives a warning', async () => {
		await mkdir(join(dir, 'pictures'))
		await writeFile(join(dir, 'pictures', 'park.jpg'), 'Ein Text')
		await edit('pages/faq.de.md', '## Vor', '![Park](/pictures/park.jpg)\n\n## Vor')
		expect((await said()).warnings).toEqual(['pages/faq.de.md: /pictures/park.jpg is a text'])
	})

	test('a name in a list of ids gives a problem with the id', async () => {
		await edit('catalogue.yaml', 'members: [mercury, venus', 'members: [mercury, Partyraum Venus')
		expect((await said()).problems).toEqual([
			'catalogue.yaml line N, groups › party-room › members › 2: is a name: write the id of that thing, venus',
		])
	})
})
