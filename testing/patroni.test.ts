import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { filledIn, TEMPLATE } from './patroni.ts'

const template = readFileSync(TEMPLATE, 'utf8')
const words = Object.fromEntries(
	`NAME ADDRESS API_PORT ETCD SYNCHRONOUS PORT DATA_DIR BIN_DIR PGPASS SUPERUSER_PASSWORD REPLICATION_PASSWORD
	NETWORK SOCKETS WATCHDOG`
		.split(/\s+/)
		.map((word) => [word, word.toLowerCase()]),
)

test('every word in capitals of the file for Patroni is filled in, whole', () => {
	expect(parse(filledIn(template, words))).toMatchObject({
		name: 'name',
		restapi: { listen: 'address:api_port' },
		bootstrap: { dcs: { ttl: 20, synchronous_mode: 'synchronous' } },
		postgresql: {
			listen: 'address:port',
			authentication: {
				superuser: { password: 'superuser_password' },
				replication: { password: 'replication_password' },
			},
		},
	})
})

test.each(Object.keys(words))('a file for which %s is not said is refused', (word) => {
	const { [word]: _, ...others } = words
	expect(() => filledIn(template, others)).toThrow(`nothing is said for ${word}`)
})

test('docs/high-availability.md explains every word', () => {
	const guide = readFileSync('docs/high-availability.md', 'utf8')
	expect(Object.keys(words).filter((word) => !guide.includes(`\`${word}\``))).toEqual([])
})
