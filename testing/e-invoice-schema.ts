import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** The schema of Factur-X 1.09 (ZUGFeRD 2.5), profile EN 16931, as a package carries it. */
const folder = dirname(createRequire(import.meta.url).resolve('@stackforge-eu/factur-x'))
export const schemaFile = join(folder, '../schema/en16931/FACTUR-X_EN16931.xsd')

/** Lists the faults that the schema finds in an XML. */
export function schemaFaults(xml: string): string[] {
	const document = XmlDocument.fromString(xml)
	try {
		schema().validate(document)
		return []
	} catch (error) {
		if (error instanceof XmlLibError) return error.details.map(({ message }) => message.trim())
		throw error
	} finally {
		document.dispose()
	}
}

let read: XsdValidator | undefined

/** Reads the schema at its first use, once. */
function schema(): XsdValidator {
	if (read) return read
	xmlRegisterFsInputProviders()
	const document = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile })
	read = XsdValidator.fromDoc(document)
	return read
}
