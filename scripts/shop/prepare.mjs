// Plain JavaScript: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'build/.sources')

/**
 * Prepares a fresh clone for a program of TypeScript: ends here when Node is too old, installs the packages, and lets
 * `.ts` files be imported.
 */
export async function prepare() {
	requireNode()
	await install()
	const { register } = await import('tsx/esm/api')
	register()
}

/** Ends the program with one line when this Node is too old for the build. */
function requireNode() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
	const enough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 23
	if (enough) return
	giveUp(`Raumzeit needs Node 20.19, 22.12 or newer; this is Node ${process.versions.node}.`)
}

/** Installs the packages when they differ from package-lock.json. Never asks. */
async function install() {
	if (isInstalled()) return

	await step('Installing packages', () => {
		const npm = process.env.npm_execpath
		const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
		const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
		return [run(program, [...first, 'ci', '--include=dev', ...quiet], { CI: '1' })]
	})
}

/** Builds the shop and, beside it, the desk when their sources have changed since the last build. */
export async function build() {
	if (isBuilt()) return

	rmSync(stamp, { force: true })
	const router = 'node_modules/@react-router/dev/bin.js'
	const built = (...of) =>
		run(process.execPath, [router, 'build', ...of], { NODE_ENV: 'production' })
	await step('Building the shop and the desk', () => [built(), built('desk')])
	noteBuild()
}

/** True when there is a build that was made from the present sources. */
export function isBuilt() {
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()
}

/** Notes that the build was made from the present sources, for `isBuilt`. */
export function noteBuild() {
	writeFileSync(stamp, hashSources())
}

/**
 * True when npm's list of installed packages matches the lock file. npm writes that list last, so an install that was
 * cut short has none.
 */
function isInstalled() {
	const wanted = packages('package-lock.json')
	const present = packages('node_modules/.package-lock.json')
	return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
		const found = present[place]
		if (place === '') return true
		if (!found) return optional === true
		return found.version === version && found.integrity === integrity
	})
}

function packages(lock) {
	const file = join(root, lock)
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

const BUILT_FROM = [
	'app',
	'desk',
	'drizzle',
	'public',
	'package.json',
	'package-lock.json',
	'react-router.config.ts',
	'scripts/shop',
	'scripts/venue.ts',
	'server',
	'tsconfig.json',
	'vite.config.ts',
]

function hashSources() {
	const hash = createHash('sha256')
	for (const file of BUILT_FROM.flatMap(filesOf)) {
		hash.update(`${file}\n`).update(readFileSync(join(root, file)))
	}
	return hash.digest('hex')
}

/** Lists the files at or below a path, without tests, in an order that depends on their names only. */
function filesOf(path) {
	if (path.includes('.test.') || !existsSync(join(root, path))) return []
	if (!statSync(join(root, path)).isDirectory()) return [path]
	return readdirSync(join(root, path))
		.filter((name) => name !== '.react-router')
		.sort()
		.flatMap((name) => filesOf(join(path, name)))
}

/** Runs a program to its end; returns how it ended ('exit code 0') and its output. */
async function run(program, args, env) {
	const child = spawn(program, args, {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const ended = new Promise((done) => {
		child.once('error', (error) => done(error.message))
		child.once('close', (code, signal) => done(signal ?? `exit code ${code}`))
	})
	const [outcome, stdout, stderr] = await Promise.all([
		ended,
		text(child.stdout),
		text(child.stderr),
	])
	return { outcome, said: `${stdout}\n${stderr}` }
}

/**
 * Prints a step, begins its programs beside each other and waits for them; ends this program with the output of the
 * first that failed.
 */
async function step(what, begin) {
	process.stdout.write(`${what} ... `)
	const began = performance.now()
	const failed = (await Promise.all(begin())).find(({ outcome }) => outcome !== 'exit code 0')
	if (!failed) {
		process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`)
		return
	}

	process.stdout.write('failed\n')
	const said = failed.said.trim().split('\n').slice(-20).join('\n')
	giveUp(`${said}\n${what} failed (${failed.outcome}).`)
}

function giveUp(line) {
	process.stderr.write(`${line}\n`)
	process.exit(1)
}
