/** The settings of a running node in which its start looks for oddities that the operator may have overlooked. */
export type NodeSettings = {
	/** The address that visitors type, APP_ORIGIN. */
	origin: string
	isProxyNamed: boolean
	isRoot: boolean
	/** True when letters go to a mail server, false when they go to files. */
	hasMailServer: boolean
	isSandbox: boolean
	/** True when the bookings are invented ones to practise with. */
	isPractice: boolean
	/** The venue's mail address, `contact.email`, to which the shop writes its alerts. */
	venueEmail: string
	/** True when this node works on jobs, or another one has within the last two minutes. */
	areJobsDone: boolean
	/** The number of connections that the database gives to all processes, and the number that this node wants. */
	connections: number
	wantedConnections: number
}

/** Lists the settings that are unlikely to be meant for a shop with real visitors, one sentence each. */
export function oddities(it: NodeSettings): string[] {
	const { protocol, hostname } = new URL(it.origin)
	const told: [boolean, string][] = [
		[
			loopback.has(hostname),
			`APP_ORIGIN is ${it.origin}: letters and payments lead to this machine alone`,
		],
		[
			protocol === 'https:' && !it.isProxyNamed,
			'TRUST_PROXY is not set, though visitors come by https: all of them count as one address',
		],
		[it.isRoot, 'the shop runs as root: a user of its own will do'],
		[!it.hasMailServer, 'SMTP_URL is not set: letters go to files in DATA_DIR'],
		[it.isSandbox, 'PAYMENT_SANDBOX is set: no money moves'],
		[
			it.isPractice,
			'the bookings are invented, to practise with (npm run venue -- demo): take a new database to open',
		],
		[
			isDemo(it.venueEmail),
			`the venue is the demo, or writes to ${it.venueEmail}, where nobody can read it`,
		],
		[
			it.connections < it.wantedConnections,
			`the database gives ${it.connections} connections, and this node would like ${it.wantedConnections}: it makes do with fewer; raise max_connections (or the limit of the role), or lower WORKERS`,
		],
		[!it.areJobsDone, 'JOBS is 0 here, and no other node has worked on jobs for two minutes'],
	]
	return told.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
}

/**
 * Returns the log level of the line that lists the oddities at the start. At a terminal with the payment sandbox the
 * operator tries the shop out: oddities are on purpose there, and `npm start` prints the shop's address itself.
 */
export function levelOfStart(
	odd: readonly string[],
	{ isTerminal, isSandbox }: { isTerminal: boolean; isSandbox: boolean },
): 'debug' | 'info' | 'warn' {
	if (isTerminal && isSandbox) return 'debug'
	return odd.length === 0 ? 'info' : 'warn'
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for an address at a domain reserved for examples, which no mail reaches (RFC 2606). */
function isDemo(email: string): boolean {
	return /[.@](example(\.(com|net|org))?|test|invalid|localhost)$/i.test(email)
}
