import { execFile } from 'node:child_process'
import { mkdtemp, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import postgres from 'postgres'

import { migrate } from '#app/db/migrate.server.ts'
import { discardEmbedded, newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Makes two shops on one PostgreSQL of their own, with equal bookings ahead of them and different numbers of orders
 * behind.
 */
export async function openDatabases(past: { few: number; many: number }) {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-bench-'))
	await chmod(dataDir, 0o711)
	const server = await startEmbedded({ dataDir, password: newPassword() })
	async function close() {
		await server.stop()
		await discardEmbedded(dataDir)
	}

	async function open(name: string, orders: number) {
		const superuser = new URL(server.adminUrl)
		await withSql(superuser.href, (sql) => sql.unsafe(`create database ${name} owner raumzeit`))
		const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
		await migrate(url)
		await openVenue(url)
		superuser.pathname = `/${name}`
		const begin = performance.now()
		await withSql(superuser.href, (sql) => fill(sql, orders))
		const seconds = ((performance.now() - begin) / 1000).toFixed(1)
		console.log(`${orders.toLocaleString('en')} past orders made in ${seconds} s`)
		return { url, adminUrl: superuser.href, orders, dataDir: join(dataDir, 'shop') }
	}

	try {
		const few = await open('bench_few', past.few)
		const many = await open('bench_many', past.many)
		return { few, many, close }
	} catch (error) {
		await close()
		throw error
	}
}

/** Applies the venue with the operator's command, because a process has one database only. */
async function openVenue(url: string) {
	const command = ['--import', 'tsx', 'scripts/venue.ts', 'apply']
	await promisify(execFile)(process.execPath, command, {
		env: { ...process.env, DATABASE_URL: url },
	})
}

/**
 * Fills in orders of the last three years under some thousands of names, each with a line and its allocation, and three
 * thousand bookings of the next two months. Triggers do not check them row by row: they are made to fit.
 */
async function fill(sql: postgres.Sql, orders: number) {
	await sql.unsafe(`
		set session_replication_role = replica;
		set synchronous_commit = off;
		set maintenance_work_mem = '256MB';

		create temporary table past as
			select n, gen_random_uuid() as id, current_date - 1 - (n % 1095) as day,
				(10 + n % 9) * interval '1 hour' as begins
			from generate_series(1, ${orders}) n;
		insert into orders (id, public_id, number, cart_id, cart_version, state, locale, day, person, terms_version,
				lines_total, discount, shipping, total, voucher, online, on_site, vat, created_at, confirmed_at)
			select id, md5(id::text), '2000-' || lpad(n::text, 9, '0'), id, 1, 'completed', 'de-DE', day,
				'{"street": "Sternweg 1", "postcode": "80331", "city": "München"}'::jsonb || jsonb_build_object(
					'firstName', first[1 + n % 12], 'lastName', initcap(part[1 + n / 7 % 20] || part[1 + n / 140 % 20] || part[1 + n / 2800 % 20]),
					'email', lower(first[1 + n % 12]) || n || '@example.org', 'phone', '0171 ' || (1000000 + n % 9000000)),
				'2025-03-01', 890, 0, 0, 890, 0, 267, 623, '[{"rate": 19, "gross": 890, "net": 748, "vat": 142}]',
				day - interval '9 days', day - interval '9 days'
			from past, (select array['Ada', 'Grace', 'Emmy', 'Lise', 'Maria', 'Katharina', 'Thomas', 'Aylin', 'Jürgen',
					'Özlem', 'Paul', 'Anna'] as first,
				array['ber', 'mann', 'schu', 'ster', 'wei', 'ker', 'land', 'hof', 'ner', 'mül', 'ler', 'rich', 'stein', 'kow',
					'ski', 'oğlu', 'bach', 'tal', 'vić', 'feld'] as part) names;
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state, order_id, created_at)
			select 'park', day, tstzrange(day + begins, day + begins + interval '2 hours'),
				tstzrange(day + begins, day + begins + interval '2 hours'), 1, false, 'confirmed', id, day - interval '9 days'
			from past;

		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			select 'park', day, tstzrange(day + begins, day + begins + interval '2 hours'),
				tstzrange(day + begins, day + begins + interval '2 hours'), 1 + n % 3, false, 'confirmed'
			from (select n, current_date + 1 + n % 60 as day, (10 + n % 9) * interval '1 hour' as begins
				from generate_series(1, 3000) n) ahead;
		drop table past;
	`)
	await sql.unsafe('vacuum analyze')
}

async function withSql(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
	const sql = postgres(url, { max: 1, onnotice: () => {} })
	try {
		await work(sql)
	} finally {
		await sql.end()
	}
}
