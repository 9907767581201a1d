import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { AFFILIATE } from '#app/models/visitor/affiliate.ts'

// Every value that the shop stores in a browser is listed on the privacy page under its own name.

/** A module that writes cookies under names that its callers pass. */
const byOthers = 'app/http/own-cookie.server.ts'

/** Names defined in another file than the one that writes them. */
const imported: Record<string, string> = { 'AFFILIATE.name': AFFILIATE.name }

const written =
	/\b(?:signedCookie|ownName|stringifySetCookie|(?:local|session)Storage\.setItem)\(\s*([^,)]+)/g

/** Ways to store values in a browser for which this test cannot find the names. */
const unnamed = /\b(?:document\.cookie|cookieStore|createCookie|indexedDB|caches\.open)\b/

/**
 * The router's own keys: see `ScrollRestoration` and `viewTransition`. Its manifest is complete, so its key is unused.
 */
const library = 'node_modules/react-router/dist/production'
const keyOfLibrary = /\b\w+_STORAGE_KEY = "([^"]+)"/g
const unused = 'react-router-manifest-version'

test.each(['de', 'en'])('the page in %s names all that a browser stores', async (language) => {
	const page = await readFile(`venue/pages/datenschutz.${language}.md`, 'utf8')
	const names = [...(await namesOfShop()), ...(await namesOfLibrary())]
	// A search without findings would accept any page.
	expect(names.toSorted()).toEqual([
		'awc',
		'cart-',
		'checkout',
		'guid',
		'known',
		'leftOnTheWayAt',
		'locale',
		'next-auth.csrf-token',
		'occasion',
		'react-router-scroll-positions',
		'remix-router-transitions',
		'session',
	])
	expect(names.filter((name) => !page.includes(`| \`${name}`))).toEqual([])
})

async function namesOfShop(): Promise<string[]> {
	const names = new Set<string>()
	for (const file of await sources()) {
		const source = await readFile(file, 'utf8')
		expect([file, unnamed.exec(source)?.[0]]).toEqual([file, undefined])
		for (const [, name = ''] of source.matchAll(written)) names.add(nameIn(source, name, file))
	}
	return [...names]
}

async function sources(): Promise<string[]> {
	const folders = ['app', 'server'].map(async (folder) => {
		const files = await readdir(folder, { recursive: true })
		return files.map((file) => join(folder, file))
	})
	return (await Promise.all(folders))
		.flat()
		.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== byOthers)
}

/** Returns the name in a call: a literal, its beginning, or a constant or a parameter's default of the same file. */
function nameIn(source: string, code: string, file: string): string {
	const [, text] = /^['`]([^'`$]+)/.exec(code) ?? []
	const [, told] = new RegExp(String.raw`\b${code} = (?:ownName\()?'([^']+)'`).exec(source) ?? []
	const name = text ?? told ?? imported[code]
	if (name === undefined) throw new Error(`${file}: what is ${code} called in the browser?`)
	return name
}

async function namesOfLibrary(): Promise<string[]> {
	const names = new Set<string>()
	for (const file of await readdir(library)) {
		const source = file.endsWith('.mjs') ? await readFile(join(library, file), 'utf8') : ''
		for (const [, name = ''] of source.matchAll(keyOfLibrary)) names.add(name)
	}
	return [...names].filter((name) => name !== unused)
}
