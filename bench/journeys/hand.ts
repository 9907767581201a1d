import type { Locator, Page } from '@playwright/test'

import { walkerOn } from './walker.ts'

/**
 * A member of staff at work, with one finger on a tablet or with a keyboard alone. Both count steps alike: a step is one
 * decision.
 *
 * - By touch a step is a tap: on a link, on a button, on a field to type into, on Return of the screen keyboard. A list
 *   to choose from takes two, one that opens it and one on its line.
 * - By keyboard a step is a target that is reached and used: a link or button that is pressed, a field that is written
 *   into, a list in which a line is chosen, Enter that sends a form, a shortcut. `moves` counts the presses of Tab, of
 *   arrow keys and of `j` that led to the targets; they are no steps.
 * - Typing is no step, and so is the key that leads from a field to the next one. A tick is counted in `ticks`.
 */
export type Hand = {
	isScripted: boolean
	count: Count
	/** The names of the steps so far. */
	names: string[]
	open: (path: string) => Promise<void>
	/** Presses a link or a button. `key` opens it where scripts run. */
	press: (target: Locator, key?: string) => Promise<void>
	/** Presses the link of a row of a table, or a cell of the rooms, where keys lead to both. */
	pressIn: (target: Locator, where: 'rows' | 'rooms') => Promise<void>
	/** Follows a link past a part of the page: moves by keyboard, nothing by touch, where one scrolls. */
	skip: (target: Locator) => Promise<void>
	/** Types into a field over what stands there; `send` presses Return. */
	write: (target: Locator, text: string, more?: { send?: boolean; key?: string }) => Promise<void>
	/** Types into the field after the last one. */
	next: (target: Locator, text: string) => Promise<void>
	choose: (list: Locator, label: string) => Promise<void>
	/** Chooses one of several radio buttons or ticks a box; `isTick` leaves it out of the steps. */
	pick: (target: Locator, more?: { isTick?: boolean }) => Promise<void>
	/** Prints with the browser's own command, one step. */
	print: () => Promise<void>
}

type Count = { steps: number; ticks: number; moves: number }

const still = () => ({ shift: 0, felt: 0 })

export function fingerOn(page: Page, isScripted: boolean): Hand {
	const walker = walkerOn(page, still, { touch: true })
	const count: Count = { steps: 0, ticks: 0, moves: 0 }
	const names: string[] = []
	const step = stepping(count, names)
	const press = async (target: Locator) => {
		await step(target)
		await walker.tap(target)
	}
	return {
		isScripted,
		count,
		names,
		open: (path) => opened(page, walker.open(path), isScripted),
		press,
		pressIn: press,
		skip: () => Promise.resolve(),
		async write(target, text, { send = false } = {}) {
			await step(target, text)
			await walker.type(target, text, { last: send })
			if (send) await step('Return')
		},
		next: (target, text) => walker.typeNext(target, text),
		async choose(list, label) {
			await press(list)
			await step(label)
			await list.selectOption({ label })
		},
		async pick(target, { isTick = false } = {}) {
			if (isTick) count.ticks += 1
			else await step(target)
			// Its label lies over a button that is drawn anew.
			await walker.tap(target.locator('xpath=ancestor::label'))
		},
		print: () => step('print'),
	}
}

export function keyboardOn(page: Page, isScripted: boolean): Hand {
	const walker = walkerOn(page, still)
	const count: Count = { steps: 0, ticks: 0, moves: 0 }
	const names: string[] = []
	const step = stepping(count, names)

	async function move(key: string) {
		await page.keyboard.press(key)
		count.moves += 1
	}
	/** Moves to the target. On a page that came without scripts, past its head first. */
	async function reach(target: Locator) {
		await target.first().waitFor({ state: 'visible' })
		const isNew = await target.first().evaluate((element) => {
			const { activeElement } = document
			return element.closest('main') !== null && activeElement === document.body
		})
		if (isNew && !isScripted) {
			await move('Tab')
			const skip = page.locator('a[href="#content"]:focus')
			if ((await skip.count()) > 0) await move('Enter')
		}
		const before = walker.effort.stops
		await walker.stopAt(target, null)
		count.moves += walker.effort.stops - before
	}
	async function used(key: string, name: string) {
		const begun = performance.now()
		await page.keyboard.press(key)
		await walker.settle(name, begun)
	}
	async function press(target: Locator, key?: string) {
		await step(target)
		if (key !== undefined && isScripted) return used(key, key)
		await reach(target)
		await used('Enter', 'Enter')
	}
	async function type(text: string) {
		await page.keyboard.press('ControlOrMeta+a')
		await page.keyboard.insertText(text)
	}
	return {
		isScripted,
		count,
		names,
		open: (path) => opened(page, walker.open(path), isScripted),
		press,
		async pressIn(target, where) {
			if (!isScripted) return press(target)
			await step(target)
			if (where === 'rows') await untilIn(page, target, { key: 'j', move })
			else {
				await reach(page.locator('main tbody a').first())
				await untilIn(page, target, { key: 'ArrowDown', move })
				await untilAt(page, target, { key: 'ArrowRight', move })
			}
			await reach(target)
			await used('Enter', 'Enter')
		},
		async skip(target) {
			await reach(target)
			await move('Enter')
		},
		async write(target, text, { send = false, key } = {}) {
			await step(target, text)
			if (key !== undefined && isScripted) await page.keyboard.press(key)
			else await reach(target)
			await type(text)
			if (!send) return
			await step('Enter')
			await used('Enter', 'Enter')
		},
		async next(target, text) {
			await reach(target)
			await type(text)
		},
		async choose(list, label) {
			await step(list, label)
			await reach(list)
			await page.keyboard.type(label)
		},
		async pick(target, { isTick = false } = {}) {
			if (isTick) count.ticks += 1
			else await step(target)
			const name = await target.getAttribute('name')
			const group = page.locator(`input[name="${name}"]`)
			const chosen = group.and(page.locator(':checked'))
			await reach((await chosen.count()) > 0 ? chosen : group.first())
			if ((await chosen.count()) === 0) await move('Space')
			for (let presses = 0; presses < 20 && !(await target.isChecked()); presses += 1)
				await move('ArrowDown')
		},
		print: () => step('print'),
	}
}

type Moving = { key: string; move: (key: string) => Promise<void> }

/** Presses a key until the focus is in the row of the target. */
async function untilIn(page: Page, target: Locator, { key, move }: Moving) {
	for (let presses = 0; presses < 80; presses += 1) {
		const isIn = await target.first().evaluate((element) => {
			const row = element.closest('tr')
			return row !== null && row === document.activeElement?.closest('tr')
		})
		if (isIn) return
		await move(key)
	}
	throw new Error(`${key} does not lead to the row of ${String(target)} at ${page.url()}`)
}

async function untilAt(page: Page, target: Locator, { key, move }: Moving) {
	for (let presses = 0; presses < 80; presses += 1) {
		if (await target.first().evaluate((element) => element === document.activeElement)) return
		await move(key)
	}
	throw new Error(`${key} does not lead to ${String(target)} at ${page.url()}`)
}

/** Counts a step and notes its name. */
function stepping(count: Count, names: string[]) {
	return async (target: Locator | string, text?: string) => {
		count.steps += 1
		const name = typeof target === 'string' ? target : await nameOf(target.first())
		names.push(text === undefined ? name : `${name}: ${text}`)
	}
}

function nameOf(target: Locator): Promise<string> {
	return target.evaluate((element) => {
		const label = 'labels' in element ? (element.labels as NodeListOf<HTMLElement>)[0] : undefined
		const name = element.getAttribute('aria-label') ?? label?.innerText ?? element.textContent
		return name.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
	})
}

/** Waits until the scripts of the opened page have come, where they run. */
async function opened(page: Page, opening: Promise<void>, isScripted: boolean) {
	await opening
	if (!isScripted) return
	while (await page.evaluate(() => history.scrollRestoration !== 'manual'))
		await page.waitForTimeout(20)
}
