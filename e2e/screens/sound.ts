import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'

import { settled } from './visit.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const widths = [320, 360, 768, 1280]

/**
 * Expects that nothing scrolls sideways at any width, and that axe, which needs scripts, finds no fault on a phone and,
 * for the richest states, on a desk.
 */
export async function isSound(page: Page, sizes: readonly number[] = [360]) {
	await settled(page)
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 })
		expect(await beyondTheEdge(page), `nothing to scroll sideways at ${width}`).toEqual([])
	}
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	for (const width of isScripted ? sizes : []) {
		await page.setViewportSize({ width, height: 800 })
		expect(await knownToBeWrong(page), `at ${width}`).toEqual([])
	}
	await page.setViewportSize({ width: 1280, height: 800 })
}

/**
 * Lists axe's findings. They are named by their HTML; without selectors, which axe otherwise searches for every element
 * that it looked at, this takes a third of the time.
 */
export async function knownToBeWrong(page: Page): Promise<string[]> {
	const hasAxe = await page.evaluate(() => {
		// A message that fades away meanwhile would be too pale.
		for (const animation of document.getAnimations()) animation.cancel()
		return 'axe' in window
	})
	if (!hasAxe) await page.evaluate(await readFile(axeFile, 'utf8'))
	return page.evaluate(async (tags) => {
		const { axe } = window as unknown as { axe: typeof Axe }
		const { violations } = await axe.run(document, {
			runOnly: tags,
			resultTypes: ['violations'],
			reporter: 'no-passes',
			selectors: false,
			// No rule of these tags reads style sheets that are loaded once more.
			preload: { assets: ['media'] },
		})
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
	}, rules)
}

/** Lists by how much the page can be scrolled sideways, and the elements that reach that far. */
export function beyondTheEdge(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement
		if (scrollWidth <= clientWidth) return []
		const isCut = (element: Element | null): boolean =>
			element !== null &&
			element !== document.body &&
			(getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
		const reaching = [...document.querySelectorAll('body *')].filter((element) => {
			const { right, width } = element.getBoundingClientRect()
			return width > 0 && right > clientWidth + 1 && !isCut(element.parentElement)
		})
		const names = reaching.map(({ tagName, className }) => `${tagName} ${String(className)}`)
		return [`${scrollWidth - clientWidth} px: ${names.slice(0, 8).join(' > ')}`]
	})
}

/** Doubles the size of type as the browser's own setting does, unlike zoom. */
export async function setTypeTwiceAsLarge(page: Page) {
	const client = await page.context().newCDPSession(page)
	await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
	await client.detach()
	await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
}

/**
 * Lists chosen elements that look the same as others in forced colours: there colours and backgrounds are lost, only
 * edges, lines, signs and the browser's own controls remain.
 */
export async function chosenUnseen(page: Page): Promise<string[]> {
	await page.emulateMedia({ forcedColors: 'active' })
	return page.evaluate(() => {
		const shape = (element: Element) => {
			const of = (pseudo?: string) => {
				const style = getComputedStyle(element, pseudo)
				const { content, display, appearance, borderWidth, borderStyle } = style
				const { outlineStyle, outlineWidth, textDecorationLine, fontWeight } = style
				const box = [display, appearance, borderWidth, borderStyle, outlineStyle, outlineWidth]
				return [content, ...box, textDecorationLine, fontWeight, style.opacity].join()
			}
			return [of(), of('::before'), of('::after')].join(';')
		}
		const shapes = (inner: Element) => {
			const element = inner.closest('li') ?? inner
			return [element, ...element.querySelectorAll('*')].map(shape).join('|')
		}
		const complaints: string[] = []
		for (const element of document.querySelectorAll('[aria-current]:not([aria-current=false])')) {
			if (!element.checkVisibility()) continue
			const value = element.getAttribute('aria-current') ?? ''
			const before = shapes(element)
			element.removeAttribute('aria-current')
			if (shapes(element) === before) complaints.push(element.outerHTML.slice(0, 200))
			element.setAttribute('aria-current', value)
		}
		for (const input of document.querySelectorAll<HTMLInputElement>('input:checked')) {
			const label = input.closest('label') ?? input.parentElement ?? input
			if (getComputedStyle(input).appearance !== 'none' && input.checkVisibility()) continue
			const before = shapes(label)
			input.checked = false
			if (shapes(label) === before) complaints.push(label.outerHTML.slice(0, 200))
			input.checked = true
		}
		return complaints
	})
}
