import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { de } from '#desk/i18n/de.ts'
import { en } from '#desk/i18n/en.ts'

// The keys of the desk's texts against its source (faults N195). Types refuse a key that is missing where it is written
// as such; this finds those that nothing says any more, and a table of both languages that differ.

type Branch = { [key: string]: string | Branch }

function keysOf(branch: Branch, path = ''): string[] {
	return Object.entries(branch).flatMap(([name, value]) =>
		typeof value === 'string' ? [path + name] : keysOf(value, `${path}${name}.`),
	)
}

/** A key as it is written in code: plurals without their ending. */
function written(key: string): string {
	return key.replace(/_(one|other)$/, '')
}

function sourcesOf(directory: string): string[] {
	return readdirSync(directory, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^i18n\/(de|en)\.ts$/.test(name))
		.map((name) => readFileSync(join(directory, name), 'utf8'))
}

function allIn(sources: readonly string[], pattern: RegExp): Set<string> {
	return new Set(
		sources.flatMap((source) => [...source.matchAll(pattern)].map(([, it = '']) => it)),
	)
}

const desk = sourcesOf('desk')
const quoted = allIn([...desk, ...sourcesOf('app/models')], /'([\w.]+)'/g)
/** Templates as patterns: `booking.states.${state}` stands for keys of that form whose gap is quoted somewhere. */
const patterns = [...allIn(desk, /`([a-zA-Z]+\.[\w.]*\$\{[^`]*)`/g)].flatMap((template) => {
	const parts = template.split(/\$\{[^}]*\}/)
	const isKey = parts.every((part) => /^[\w.]*$/.test(part))
	return isKey
		? [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('(\\w+)')}$`)]
		: []
})

function isSaid(key: string): boolean {
	if (quoted.has(key)) return true
	return patterns.some((pattern) => {
		const [, ...gaps] = pattern.exec(key) ?? []
		return gaps.length > 0 && gaps.every((gap) => quoted.has(gap))
	})
}

test('N195: every key of the desk is said somewhere', () => {
	expect([...new Set(keysOf(de).map(written))].filter((key) => !isSaid(key))).toEqual([])
})

test('N195: both languages have the same keys, with the same gaps', () => {
	const gapsOf = (texts: Branch) =>
		Object.fromEntries(
			keysOf(texts).map((key) => {
				const text = key
					.split('.')
					.reduce<Branch | string>((branch, name) => (branch as Branch)[name] ?? '', texts)
				return [key, [...String(text).matchAll(/\{\{(\w+)/g)].map(([, gap]) => gap).toSorted()]
			}),
		)
	expect(gapsOf(en)).toEqual(gapsOf(de))
})
