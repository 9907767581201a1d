// Who may import what, told once: the linter (oxlint.config.mjs) forbids the rest, `testing/directions.test.ts` tries
// every pair, and docs/house.md shows the picture.

/** Each room of `models/`, with the rooms it stands on; it also stands on what they stand on. */
export const rooms = {
	venue: [],
	visitor: [],
	staff: ['venue', 'visitor'],
	capacity: ['staff'],
	product: ['venue', 'visitor'],
	voucher: ['product'],
	cart: ['voucher', 'capacity'],
	order: ['cart'],
	invoice: ['order'],
	payment: ['invoice'],
	booking: ['payment'],
	'day-sheet': ['payment'],
	offer: ['cart'],
	operator: ['voucher', 'capacity'],
}

/** Each folder of `routes/`, with the folders whose parts it uses: `auth` lets one sign in on the way. */
export const doors = {
	shop: [],
	cart: [],
	payment: [],
	checkout: ['auth', 'payment'],
	booking: ['payment'],
	account: ['auth'],
	invitation: [],
	withdrawal: [],
	auth: [],
	api: ['auth'],
}

const pureRoom = (room) => `models/${room}/*`
const rowsOfRoom = (room) => `models/${room}/*.server`
const allBelow = (room) => rooms[room].flatMap((next) => [next, ...allBelow(next)])
const names = Object.keys(rooms)

const values = ['i18n/**', 'models/*', ...names.map(pureRoom)]
const modelsWithRows = ['models/*.server', ...names.map(rowsOfRoom)]
const edges = ['gateways/*', 'gateways/*.server', 'db/*']
const seen = ['documents/**', 'ui/**', 'forms/**']
const request = ['http/**', 'middleware/**']

/** The gateways that routes use themselves; any other they reach through a model. */
const ofRoutes = { 'gateways/*.server': ['clock', 'fonts', 'pictures', 'voucher-art'] }

/**
 * Each place under `app/`, the places it may import, and what the linter says of any other. `*` is one file, `**` all
 * files below; where a place ends in `*.server`, its twin in `*` means the files without that suffix. `only` are single
 * files of a place that it may not import otherwise, by what stands for the `*`.
 */
export const directions = {
	'i18n/**': { may: ['i18n/**'], message: 'Words depend on nothing of ours.' },
	'models/*': {
		may: ['i18n/**', 'models/*'],
		message: 'Pure models know the rules and nothing of the world; the ground stands on no room.',
	},
	'models/*.server': {
		may: ['i18n/**', 'models/*', 'models/*.server', ...edges],
		message: 'The ground stands on no room.',
	},
	...Object.fromEntries(
		names.flatMap((room) => {
			const reached = [room, ...allBelow(room)]
			const pure = ['i18n/**', 'models/*', ...reached.map(pureRoom)]
			const rows = ['models/*.server', ...reached.map(rowsOfRoom)]
			const message = `It stands on ${[...rooms[room], 'the ground'].join(', ')} alone.`
			return [
				[pureRoom(room), { may: pure, message: `Pure models do no I/O. ${message}` }],
				[rowsOfRoom(room), { may: [...pure, ...rows, ...edges], message }],
			]
		}),
	),
	'db/driver/*': {
		may: ['db/driver/*'],
		only: { 'db/*': ['errors.server', 'round-trips.server'] },
		message: 'The driver knows PostgreSQL, and of `db/` its errors and round trips alone.',
	},
	'db/*': {
		may: [...values, ...edges, 'db/driver/*'],
		message: 'The edge of the world knows values, not the house.',
	},
	'gateways/*': {
		may: [...values, 'gateways/*', 'gateways/*.server'],
		message: 'The edge of the world knows values, not the house.',
	},
	'gateways/*.server': {
		may: [...values, 'gateways/*', 'gateways/*.server'],
		message: 'The edge of the world knows values, not the house.',
	},
	'documents/**': {
		may: [...values, 'gateways/*', 'emails/**', 'documents/**'],
		message: 'Letters and documents are made of values; they do no I/O.',
	},
	'emails/**': {
		may: [...values, 'gateways/*', 'emails/**', 'documents/**'],
		message: 'Letters and documents are made of values; they do no I/O.',
	},
	'ui/**': {
		may: [...values, 'ui/**'],
		message: 'What the browser runs does no I/O, and what is seen knows no forms.',
	},
	'forms/**': {
		may: [...values, 'ui/**', 'forms/**'],
		message: 'What the browser runs does no I/O.',
	},
	'http/**': {
		may: [...values, ...modelsWithRows, ...edges, 'http/**'],
		message: 'Parts of a request and an answer know no middleware and no pages.',
	},
	'middleware/**': {
		may: [...values, ...modelsWithRows, ...edges, ...request],
		message: 'Middleware sits between the door and the models.',
	},
	'pages/**': {
		may: [...values, ...modelsWithRows, ...edges, ...request, 'pages/**'],
		message: 'Making bytes of a page needs no route and no form.',
	},
	'jobs/**': {
		may: [...values, ...modelsWithRows, ...edges, 'documents/**', 'emails/**', 'jobs/**'],
		message: 'Jobs are the door of time: they know no pages and no requests.',
	},
	'routes/*': {
		may: [
			...values,
			...modelsWithRows,
			...seen,
			...request,
			'pages/**',
			'routes/*',
			...Object.keys(doors).map((door) => `routes/${door}/**`),
		],
		only: ofRoutes,
		message: 'Routes ask models (and the clock).',
	},
	...Object.fromEntries(
		Object.entries(doors).map(([door, others]) => [
			`routes/${door}/**`,
			{
				may: [
					...values,
					...modelsWithRows,
					...seen,
					...request,
					'pages/**',
					'routes/*',
					...[door, ...others].map((each) => `routes/${each}/**`),
				],
				only: ofRoutes,
				message:
					'Routes ask models (and the clock); what two of them share is a model, a form or a ui part.',
			},
		]),
	),
}

/** The places under `app/` that a folder of `desk/` may import. Its entries, the files beside the folders, open it. */
export const desk = {
	may: [...values, ...modelsWithRows, 'documents/**', 'forms/**', 'ui/**', ...request],
	only: { 'gateways/*.server': ['clock', 'env', 'fonts'] },
	message: 'The desk stands on models, forms and parts of pages, and on no page of the shop.',
}
