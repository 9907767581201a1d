import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { mutants } from './mutants.ts'

test.each(mutants)('$file has the place of $name that a mutant changes', ({ file, from, to }) => {
	expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
	expect(to).not.toBe(from)
})

test.each(mutants)('the tests against a mutant of $name exist', ({ tests }) => {
	expect(tests.length).toBeGreaterThan(0)
	expect(tests.filter((file) => !existsSync(file))).toEqual([])
})
