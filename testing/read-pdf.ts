import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
	text: string
	/** The text of each page. */
	pages: string[]
	lang: string | null
	title: string | null
	isTagged: boolean
	metadata: string
	/** Types of the elements of its structure, in reading order. */
	structure: string[]
	attachments: Record<string, string>
}

/** Reads a PDF as a screen reader or an accounting program does. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
	const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
	const lines: string[] = []
	const structure: string[] = []
	for (let at = 1; at <= pdf.numPages; at++) {
		const page = await pdf.getPage(at)
		const { items } = await page.getTextContent()
		lines.push(items.flatMap((item) => ('str' in item ? item.str : [])).join(' '))
		structure.push(...typesOf(await page.getStructTree()))
	}
	const { info, metadata } = await pdf.getMetadata()
	const attached = ((await pdf.getAttachments()) ?? {}) as Record<string, { content: Uint8Array }>
	const found = {
		text: joined(lines.join(' ')),
		pages: lines.map(joined),
		lang: (info as { Language?: string }).Language ?? null,
		title: (info as { Title?: string }).Title ?? null,
		isTagged: (await pdf.getMarkInfo())?.Marked ?? false,
		metadata: metadata?.getRaw() ?? '',
		structure,
		attachments: Object.fromEntries(
			Object.entries(attached).map(([name, { content }]) => [
				name,
				new TextDecoder().decode(content),
			]),
		),
	}
	await pdf.loadingTask.destroy()
	return found
}

/** Joins characters that are set closer than others and come apart. */
function joined(text: string): string {
	return text.replace(/\s+/g, ' ').replace(/(?<=\d) (?=[.,]\d)/g, '')
}

type Node = { role?: string; children?: object[] }

function typesOf(node: Node | null): string[] {
	if (!node) return []
	return [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap((it) => typesOf(it))]
}
