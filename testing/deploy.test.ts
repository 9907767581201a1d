import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { providerKeys } from '#app/gateways/provider-variables.ts'

import packageJson from '../package.json' with { type: 'json' }

/*
 * Files of `deploy/` repeat what the shop says elsewhere, because the programs that read them cannot ask it. These tests
 * compare the two, on a machine without any of those programs.
 */

const read = (path: string) => readFileSync(path, 'utf8')
const settings = read('docs/settings.md')
const command = packageJson.scripts.serve.replace(/^exec /, '')

type Service = {
	environment?: Record<string, string>
	secrets?: string[]
	volumes?: string[]
	depends_on?: unknown
}
type Compose = {
	services: Record<string, Service>
	secrets: Record<string, unknown>
	volumes: Record<string, unknown>
}
const compose = parse(read('deploy/compose.yml'), { merge: true }) as Compose
const services = Object.entries(compose.services)

describe('the image', () => {
	const dockerfile = read('Dockerfile')

	test('runs the line of npm run serve, as another user than root', () => {
		const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
		expect((JSON.parse(words) as string[]).join(' ')).toBe(command)
		expect(dockerfile.lastIndexOf('\nUSER node\n')).toBeGreaterThan(
			dockerfile.lastIndexOf('\nFROM '),
		)
	})

	test('holds all that a production folder holds (docs/operating.md)', () => {
		const [, line = ''] = /^tar -c (.*) \| tar/m.exec(read('docs/operating.md')) ?? []
		for (const path of line.split(' ')) {
			expect(existsSync(path) || path === 'build', path).toBe(true)
			expect(dockerfile).toContain(`/build/${path}`)
		}
	})
})

test.each(providerKeys.flat())(
	'%s of a payment provider is a setting of each way to deploy',
	(name) => {
		expect(read('deploy/systemd/env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
		for (const node of ['node1', 'node2'])
			expect(compose.services[node]?.environment).toHaveProperty(name)
		expect(settings).toContain(`\`${name}\``)
	},
)

describe('systemd', () => {
	const unit = read('deploy/systemd/raumzeit@.service')

	test('runs the line of npm run serve, without npm', () => {
		expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toBe(`/usr/bin/${command}`)
	})

	test('every variable of its example is a setting of the shop', () => {
		const names = [...read('deploy/systemd/env.example').matchAll(/^([A-Z_]+)=/gm)]
		expect(names.length).toBeGreaterThan(5)
		for (const [, name] of names) expect(settings).toContain(`\`${name}\``)
	})
})

describe('compose', () => {
	test('every variable of a node is a setting of the shop', () => {
		for (const node of ['node1', 'node2']) {
			const names = Object.keys(compose.services[node]?.environment ?? {})
			expect(names.length).toBeGreaterThan(5)
			for (const name of names) expect(settings).toContain(`\`${name.replace(/_FILE$/, '')}\``)
		}
	})

	test.each(services)('%s names secrets, volumes, files and services that exist', (_, service) => {
		for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty(name)
		const depended = Array.isArray(service.depends_on)
			? (service.depends_on as string[])
			: Object.keys(service.depends_on ?? {})
		for (const name of depended) expect(compose.services).toHaveProperty(name)
		for (const volume of service.volumes ?? []) {
			const [from = ''] = volume.split(':')
			if (from.startsWith('./')) expect(existsSync(`deploy/${from}`), from).toBe(true)
			else if (!from.startsWith('$')) expect(compose.volumes).toHaveProperty(from)
		}
	})

	test.each(['.gitignore', '.dockerignore'])('%s leaves out secrets and settings', (path) => {
		expect(read(path)).toMatch(/^\/?deploy\/secrets\/?\n\/?deploy\/\.env$/m)
	})

	test('docs/deploying.md makes every secret', () => {
		const guide = read('docs/deploying.md')
		for (const name of Object.keys(compose.secrets)) expect(guide).toContain(name)
	})
})

describe.each([
	['visitors', 'away', /Warenkorb/],
	['staff', 'away-desk', /Theke/],
])('the page of the proxies for %s when all nodes are out', (_, name, words) => {
	const page = read(`deploy/nginx/${name}.html`)
	const answer = read(`deploy/haproxy/${name}.http`)

	test('is one page, with the number of its bytes before it', () => {
		const [head = '', body = ''] = answer.split('\r\n\r\n')
		expect(body).toBe(page)
		expect(head.split('\r\n')).toEqual([
			'HTTP/1.1 503 Service Unavailable',
			'Content-Type: text/html; charset=utf-8',
			'Cache-Control: no-store',
			'Retry-After: 20',
			'Connection: close',
			`Content-Length: ${Buffer.byteLength(page)}`,
		])
	})

	test('asks for nothing from a server that is out, and fits the buffer of haproxy', () => {
		expect(page).not.toMatch(/\b(src|url\(|@import|<link|<script)/)
		expect(Buffer.byteLength(answer)).toBeLessThan(16_384)
	})

	test('is written in the colours of the shop, in both languages, with words for its readers', () => {
		const theme = read('app/ui/theme.css.ts')
		for (const [colour] of page.matchAll(/#[\da-f]{6}\b/g)) expect(theme).toContain(colour)
		expect(page).toMatch(/<html lang="de">[^]*<section lang="en">/)
		expect(page).toMatch(words)
	})
})

test('each proxy answers for the desk with the page for staff (faults N271)', () => {
	const [, desks = ''] = read('deploy/haproxy/haproxy.cfg').split('\nbackend desks')
	expect(desks.match(/errorfile 50[34] \/etc\/haproxy\/away-desk\.http/g)).toHaveLength(2)
	const [shop = '', desk = ''] = read('deploy/nginx/raumzeit.conf').split('upstream raumzeit_desk')
	expect(shop).toContain('error_page 502 504 =503 /away.html;')
	expect(desk).toContain('error_page 502 504 =503 /away-desk.html;')
	expect(desk).toContain('return 301 https://desk.example.org$request_uri;')
	const mounted = services.flatMap(([, { volumes = [] }]) => volumes).join('\n')
	expect(mounted).toContain('./haproxy/away-desk.http:/etc/haproxy/away-desk.http:ro')
})

test.each([
	['deploy/haproxy/haproxy.cfg', /set-header X-Forwarded-For %\[src\]/],
	['deploy/nginx/raumzeit.conf', /proxy_set_header X-Forwarded-For \$remote_addr;/],
])('%s tells the shop the address of the visitor alone, and closes /metrics', (path, address) => {
	const configuration = read(path)
	expect(configuration).toMatch(address)
	expect(configuration).toContain('/metrics')
	expect(configuration).not.toContain('proxy_add_x_forwarded_for')
})
