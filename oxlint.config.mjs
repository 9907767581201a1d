// What the linter asks of every file, and the direction in which each folder may import (docs/house.md).

import { desk, directions } from './directions.mjs'

const tests = '**/*.test.{ts,tsx}'

const banned = (regex, message) => ({ regex, message })

const standsAlone = 'The house stands without its programs, tests and tools.'
const programs = banned('^#(desk|testing|scripts|server|sandbox|drizzle)/', standsAlone)
const programsBesideDesk = banned('^#(testing|scripts|server|sandbox|drizzle)/', standsAlone)
const worldless = banned(
	'^(node:|react|react-router|drizzle-orm|postgres)',
	'Pure models know the rules and nothing of the world.',
)
const noReact = banned('^(react|react-router)$', 'It knows no pages and no requests.')
const canRender = new Set(['i18n/**', 'ui/**', 'forms/**'])
const noQueries = banned('^(drizzle-orm|postgres)(/|$)', 'A request asks models.')
const parsesCookies = {
	...banned('^cookie$', 'The header is parsed once for each request: ask `cookiesOf` (faults M3).'),
	importNames: ['parseCookie', 'parse'],
}

/** Rules of the same name replace one another: each folder has all of its own in one place. */
const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })

/** `except`: files of the same folder that have an entry of their own. */
const folder = (files, patterns, { except = [], rules = {} } = {}) => ({
	files,
	excludeFiles: [...except, tests],
	rules: { ...rules, ...imports(...patterns) },
})

const clock = 'Take `now` as an argument.'
const noClock = {
	'no-restricted-globals': ['error', { name: 'Date', message: clock }],
	'no-restricted-properties': ['error', { object: 'DateTime', property: 'now', message: clock }],
}

const page = { 'import/no-default-export': 'off' }

/** The pattern of the imports that lead to a place of `directions`. */
function importsOf(place) {
	const path = place.slice(0, place.lastIndexOf('/'))
	if (place.endsWith('/**')) return `^#app/${path}/`
	if (place.endsWith('.server')) return String.raw`^#app/${path}/[^/]+\.server\.tsx?$`
	const hasTwin = `${path}/*.server` in directions
	return hasTwin ? String.raw`^#app/${path}/[^/.]+\.tsx?$` : `^#app/${path}/[^/]+$`
}

/** Bans the files of a place except those named by what stands for its `*`. */
function bannedBut(place, names, message) {
	const fileOf = (name) => `**/${place.replace('*', name)}.ts`
	return { group: [fileOf('*'), ...names.map((name) => `!${fileOf(name)}`)], message }
}

/** Bans the places under `app/` that a direction does not name. */
function bannedBeside({ may, only = {}, message }) {
	const others = Object.keys(directions).filter((other) => !may.includes(other) && !(other in only))
	return [
		banned(others.map(importsOf).join('|'), message),
		...Object.entries(only).map(([part, names]) => bannedBut(part, names, message)),
	]
}

/** Forbids the files of a place to import from other places than `directions` names for it. */
function placeEntry([place, direction]) {
	const files = place.endsWith('.server') ? `app/${place}.ts` : `app/${place}`
	const patterns = [...bannedBeside(direction), programs, ...packagesOf(place)]
	return folder([files], patterns, {
		except: `${place}.server` in directions ? ['**/*.server.ts'] : [],
		rules: { ...(isPure(place) && noClock), ...(place.startsWith('routes/') && page) },
	})
}

const isPure = (place) => place.startsWith('models/') && place.endsWith('/*')

/** Bans of packages, which `directions` does not know. */
function packagesOf(place) {
	if (isPure(place)) return [worldless]
	if (place.startsWith('routes/')) return [noQueries]
	if (['http/**', 'middleware/**', 'pages/**'].includes(place)) return [noQueries, parsesCookies]
	return canRender.has(place) ? [] : [noReact]
}

export default {
	plugins: ['typescript', 'import', 'react', 'unicorn', 'oxc'],
	categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
	ignorePatterns: ['build/**', 'drizzle/migrations/**', '**/.react-router/**'],
	rules: {
		'max-depth': ['error', 3],
		'max-params': ['error', 4],
		'no-nested-ternary': 'error',
		'no-await-in-loop': 'off',
		'no-shadow': 'off',
		'import/no-cycle': ['error', { ignoreTypes: false }],
		'import/no-default-export': 'error',
		'import/no-unassigned-import': 'off',
		'oxc/no-barrel-file': ['error', { threshold: 0 }],
		'oxc/no-map-spread': 'off',
		'react/react-in-jsx-scope': 'off',
		'typescript/consistent-type-definitions': ['error', 'type'],
		'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
		'typescript/no-non-null-assertion': 'error',
		'typescript/no-explicit-any': 'error',
		'unicorn/filename-case': ['error', { case: 'kebabCase' }],
		'unicorn/no-array-sort': 'off',
	},
	overrides: [
		{
			files: ['app/**', 'desk/**', 'server/**'],
			rules: { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 60] },
		},
		{
			files: [tests, '{app,desk}/**/*.css.ts', '{app,desk}/i18n/*.ts', 'app/db/schema.ts'],
			rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
		},
		{
			files: [tests, 'e2e/**'],
			rules: {
				'unicorn/consistent-function-scoping': 'off',
				'import/no-named-as-default-member': 'off',
			},
		},
		{
			files: [
				'*.config.{ts,mjs}',
				'desk/*.config.ts',
				'drizzle/config.ts',
				'testing/vitest.ts',
				'app/root.tsx',
				'app/routes.ts',
				'app/entry.*.tsx',
				'bench/bare/**',
				'e2e/server.ts',
			],
			rules: { 'import/no-default-export': 'off' },
		},

		...Object.entries(directions).map(placeEntry),
		folder(
			['app/*'],
			[
				banned(
					'^#app/(db|documents|emails|jobs)/|^(drizzle-orm|postgres)(/|$)',
					'The root is a page like the others.',
				),
				programs,
			],
			{ except: ['app/entry.server.tsx'], rules: page },
		),

		folder(['desk/*/**'], [...bannedBeside(desk), programsBesideDesk, noQueries, parsesCookies], {
			rules: page,
		}),
		folder(
			['desk/*'],
			[
				banned('^#app/(emails|routes)/', desk.message),
				programsBesideDesk,
				noQueries,
				parsesCookies,
			],
			{ except: ['desk/*.config.ts'], rules: page },
		),
		folder(
			['server/**'],
			[banned('^#(testing|scripts|sandbox)/', 'The server runs the built shop and nothing else.')],
		),
		folder(
			['drizzle/**', 'sandbox/**'],
			[banned('^#(testing|scripts|server)/', 'Tools know nothing of who uses them.')],
		),
		folder(
			['scripts/shop/**', 'scripts/start.ts', 'scripts/venue.ts', 'scripts/*.mjs'],
			[banned('^#testing/', 'What an operator runs needs no tests.')],
		),
	],
}
