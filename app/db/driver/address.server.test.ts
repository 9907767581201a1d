import os from 'node:os'

import { expect, test } from 'vitest'

import { parseServers } from '#app/db/driver/address.server.ts'

const tcp = { endpoint: { host: 'h', port: 5432 }, user: 'u', password: 'p', database: 'db' }
const socket = { endpoint: { path: '/run/pg/.s.PGSQL.5432' }, user: 'u', database: 'db' }

test.each([
	['postgres://u:p@h/db', tcp],
	['postgresql://u:p@h:5433/db', { endpoint: { host: 'h', port: 5433 } }],
	['postgres://u:p@[::1]/db', { endpoint: { host: '::1', port: 5432 } }],
	['postgres://u:p@:5433/db', { endpoint: { host: 'localhost', port: 5433 } }],
	['postgres://u:p%25%2F%40%3A@h/a%2Fb', { password: 'p%/@:', database: 'a/b' }],
	['postgres://h/?user=u&password=p&dbname=db', tcp],
	['postgres://u@h', { database: 'u' }],
	['postgres://h/db', { user: os.userInfo().username }],
	['postgres://u@/db?host=/run/pg', socket],
	['postgres://u@?host=/run/pg&dbname=db', socket],
	['postgres://u@%2Frun%2Fpg/db', socket],
	['postgres://u@%2Frun%2Fpg:5433/db', { endpoint: { path: '/run/pg/.s.PGSQL.5433' } }],
	['postgres://u@h/db', { ssl: false }],
	['postgres://u@h/db?sslmode=allow', { ssl: 'prefer' }],
	['postgres://u@h/db?sslmode=require', { ssl: 'require' }],
	['postgres://u@h/db?sslmode=verify-full', { ssl: { host: 'h', rejectUnauthorized: true } }],
	['postgres://u@%2Frun%2Fpg/db?sslmode=require', { ssl: false }],
	['postgres://u@h/db?search_path=x&sslmode=disable', { parameters: { search_path: 'x' } }],
])('%s is read', (url, address) => {
	expect(parseServers(url)).toMatchObject({ addresses: [address], mustWrite: false })
})

test.each([
	['nonsense', 'it should read postgres://user@host/database'],
	['mysql://u:secret@h/db', 'it should read postgres://user@host/database'],
	['postgres://u:sec/ret@h/db', 'it should read postgres://user@host/database'],
	['postgres://u:secret%@h/db', 'it should read %25'],
	['postgres://u:secret@h/db?target_session_attrs=standby', 'target_session_attrs'],
	['postgres://u:secret@h:1,i:x/db', 'it should read postgres://user@host/database'],
	['postgres://u:secret@h/db?sslmode=nonsense', "unknown sslmode 'nonsense'"],
])('%s is refused with a sentence, without its password', (url, sentence) => {
	expect(() => parseServers(url)).toThrow(sentence)
	expect(() => parseServers(url)).not.toThrow(/secret|sec\/ret/)
})

const at = (host: string, port = 5432) => ({ endpoint: { host, port }, database: 'db' })

test.each([
	['postgres://u:p@h,i/db', [at('h'), at('i')], false],
	['postgres://u:p@h:5433,i:5434,[::1]/db', [at('h', 5433), at('i', 5434), at('::1')], false],
	['postgres://u:p,q@h,i/db?target_session_attrs=any', [at('h'), at('i')], false],
	['postgres://u@h,i/db?target_session_attrs=read-write', [at('h'), at('i')], true],
	['postgres://u@h/db?target_session_attrs=primary', [at('h')], true],
	['postgres://u@/db?host=h,i&port=5433,5434', [at('h', 5433), at('i', 5434)], false],
	['postgres://u@/db?host=h,i&port=5433', [at('h', 5433), at('i', 5433)], false],
	[
		'postgres://u@/db?host=/run/pg,h',
		[{ endpoint: { path: '/run/pg/.s.PGSQL.5432' } }, at('h')],
		false,
	],
])('%s names several servers', (url, addresses, mustWrite) => {
	const servers = parseServers(url)
	expect(servers).toMatchObject({ addresses, mustWrite })
	expect(servers.addresses.map(({ parameters }) => parameters)).toEqual(addresses.map(() => ({})))
})
