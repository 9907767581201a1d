// What the linter asks of every file, and the direction in which each folder may import (docs/house.md).

const tests = '**/*.test.{ts,tsx}'

/** The folders of `models/`, each with those it stands on: on what they stand, it does too. */
const rooms = {
	venue: [],
	visitor: [],
	capacity: ['venue'],
	product: ['venue', 'visitor'],
	voucher: ['product'],
	cart: ['voucher', 'capacity'],
	order: ['cart'],
	invoice: ['order'],
	payment: ['invoice'],
	booking: ['payment'],
	offer: ['cart'],
	operator: ['voucher', 'capacity'],
}
const below = (name) => rooms[name].flatMap((next) => [next, ...below(next)])

/** Folders of routes, which share nothing with one another; some let one sign in, by `auth`. */
const doors = ['shop', 'cart', 'checkout', 'account', 'invitation', 'withdrawal', 'auth', 'api']
const signingIn = new Set(['checkout', 'account', 'api'])

const banned = (regex, message) => ({ regex, message })

const programs = banned(
	'^#(testing|scripts|server|sandbox|drizzle)/',
	'The house stands without its programs, tests and tools.',
)
const driver = banned('^#app/db/driver/', 'Nobody but `db/` looks into the driver.')
const pure = banned(
	String.raw`\.server\.ts$|^#app/(db|documents|emails|forms|gateways|jobs|middleware|routes|ui)/|^(node:|react|react-router|drizzle-orm|postgres)`,
	'Pure models know the rules and nothing of the world.',
)
const withRows = banned(
	'^#app/(documents|emails|forms|jobs|middleware|routes|ui)/|^(react|react-router)$',
	'Models know no pages, no letters and no requests.',
)
const asksModels = banned(
	String.raw`^#app/(db|emails|jobs)/|^#app/gateways/(env|environment|mail|mailer|provider|provider-error|providers|careful-fetch|paypal[\w-]*|stripe[\w-]*)(\.server)?\.ts$|^(drizzle-orm|postgres)(/|$)`,
	'Routes ask models (and the clock).',
)

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

/** The pure half of a room, and the half that knows the database. */
const room = (path, others) => [
	folder([`${path}/*.ts`], [pure, others, programs], {
		except: ['**/*.server.ts'],
		rules: noClock,
	}),
	folder([`${path}/*.server.ts`], [withRows, driver, others, programs]),
]

const roomsBut = (names) =>
	`^#app/models/(${Object.keys(rooms)
		.filter((name) => !names.includes(name))
		.join('|')})/`

const page = { 'import/no-default-export': 'off' }

export default {
	plugins: ['typescript', 'import', 'react', 'unicorn', 'oxc'],
	categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
	ignorePatterns: ['build/**', 'drizzle/migrations/**', '.react-router/**'],
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
			files: ['app/**', 'server/**'],
			rules: { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 60] },
		},
		{
			files: [tests, 'app/**/*.css.ts', 'app/i18n/*.ts', 'app/db/schema.ts'],
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

		folder(
			['app/i18n/**'],
			[
				banned(
					String.raw`^#app/(?:db|documents|emails|forms|gateways|jobs|middleware|models|routes|ui)/|\.server\.ts$`,
					'Words depend on nothing of ours.',
				),
				programs,
			],
		),

		...room(
			'app/models',
			banned(roomsBut([]), 'Every room stands on the ground; it stands on none.'),
		),
		...Object.keys(rooms).flatMap((name) =>
			room(
				`app/models/${name}`,
				banned(
					roomsBut([name, ...below(name)]),
					`It stands on ${[...rooms[name], 'the ground'].join(', ')} alone.`,
				),
			),
		),

		folder(
			['app/db/*'],
			[
				banned(
					String.raw`^#app/(documents|emails|forms|jobs|middleware|routes|ui)/|^#app/models/.*\.server\.ts$|^(react|react-router)$`,
					'The edge of the world knows values, not the house.',
				),
				programs,
			],
		),
		folder(
			['app/db/driver/*'],
			[
				banned(
					'^#app/(documents|emails|forms|gateways|i18n|jobs|middleware|models|routes|ui)/|^#app/db/([^er/]|e[^r/]|r[^o/])[^/]*$',
					'The driver knows PostgreSQL, and of `db/` its errors and round trips alone.',
				),
				programs,
			],
		),
		folder(
			['app/gateways/**'],
			[
				banned(
					String.raw`^#app/(db|documents|emails|forms|jobs|middleware|routes|ui)/|^#app/models/.*\.server\.ts$|^(react|react-router)$`,
					'The edge of the world knows values, not the house.',
				),
				programs,
			],
		),
		folder(
			['app/emails/**', 'app/documents/**'],
			[
				banned(
					String.raw`\.server\.ts$|^#app/(db|forms|jobs|middleware|routes|ui)/|^(react|react-router)$`,
					'Letters and documents are made of values; they do no I/O.',
				),
				programs,
			],
		),
		folder(
			['app/forms/**'],
			[
				banned(
					String.raw`\.server\.ts$|^#app/(db|documents|emails|gateways|jobs|middleware|routes)/`,
					'What the browser runs does no I/O.',
				),
				programs,
			],
		),
		folder(
			['app/ui/**'],
			[
				banned(
					String.raw`\.server\.ts$|^#app/(db|documents|emails|forms|gateways|jobs|middleware|routes)/`,
					'What the browser runs does no I/O, and what is seen knows no forms.',
				),
				programs,
			],
		),
		folder(
			['app/middleware/**'],
			[
				banned(
					'^#app/(documents|emails|forms|jobs|routes|ui)/|^(drizzle-orm|postgres)(/|$)',
					'Middleware sits between the door and the models.',
				),
				parsesCookies,
				driver,
				programs,
			],
		),
		folder(
			['app/jobs/**'],
			[
				banned(
					'^#app/(forms|middleware|routes|ui)/|^(react|react-router)$',
					'Jobs are the door of time: they know no pages and no requests.',
				),
				driver,
				programs,
			],
		),

		folder(['app/routes/**'], [asksModels, programs], { rules: page }),
		...doors.map((door) => {
			const others = doors.filter(
				(other) => other !== door && !(other === 'auth' && signingIn.has(door)),
			)
			const shared = banned(
				`^#app/routes/(${others.join('|')})/`,
				'What two routes share is a model, a form part or a ui part.',
			)
			return folder([`app/routes/${door}/**`], [asksModels, programs, shared], { rules: page })
		}),
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
