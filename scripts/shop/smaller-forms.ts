import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/**
 * Writes beside each script, style and drawing of a folder its compressed forms (`.br`, `.gz`), which `server/files.ts`
 * sends in its place.
 */
export async function writeSmallerForms(folder: string): Promise<void> {
	for (const file of await readdir(folder)) {
		if (!/\.(js|css|svg)$/.test(file)) continue
		const content = await readFile(join(folder, file))
		await writeFile(join(folder, `${file}.br`), await promisify(brotliCompress)(content))
		await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
	}
}
