import { expect, type Locator } from '@playwright/test'

import { alive, containing, open, type Visit } from './visit.ts'

/** The parameters of the start page's address. */
export type Search = {
	day?: string
	guests?: number
	time?: string
	duration?: number | 'day'
	month?: string
	kind?: Kind
	product?: string
}

/** The kind of visit. */
export type Kind = 'play' | 'party' | 'place' | 'gift'

export type ShopScreen = ReturnType<typeof shopScreen>

/** The start page: day and guests, time and duration, products, and the cart beside it. */
export function shopScreen(visit: Visit) {
	const { page, t } = visit
	const region = (name: string) => page.getByRole('region', { name, exact: true })
	/** The day of a visit, or of the product that was chosen first. */
	const dayArea = region(t('shop.steps.day')).or(region(t('shop.steps.when')))
	const timeArea = region(t('shop.steps.time'))
	const intents = page.getByRole('navigation', { name: t('shop.intents.title') })
	const cart = region(t('cart.title'))
	const cartLines = cart.getByRole('list', { name: t('cartPanel.lines') })
	const inCart = (name: string) =>
		cartLines.getByRole('listitem').filter({ hasText: containing(name) })
	const slots = timeArea.getByRole('group', { name: t('shop.time.slots') })
	const card = (name: string) => page.getByRole('article', { name, exact: true })
	const tickets = region(t('shop.steps.offers.play'))
	/** The sentence that proposes numbers before anything lies in the cart. */
	const suggestion = tickets.getByText(
		t('shop.tickets.suggested', { count: 9 }).split('9')[0] ?? '',
	)
	/** All that belongs to the chosen party or room. */
	const choices = region(t('shop.steps.choices')).or(region(t('shop.steps.extras')))
	/**
	 * The button that puts the numbers into the cart, and later changes them; where scripts run it shows their price.
	 */
	const saveTickets = tickets.getByRole('button', {
		name: new RegExp(
			[
				t('shop.card.add'),
				t('shop.tickets.save'),
				t('shop.tickets.reserve', { count: 1, amount: '' }).replace('1', String.raw`\d+`),
				t('shop.tickets.reserve', { count: 9, amount: '' }).replace('9', String.raw`\d+`),
			]
				.map((name) => `^${name}`)
				.join('|'),
		),
	})
	const group = (title: string) => choices.getByRole('group', { name: containing(title) })

	/**
	 * Shows the typed day: by the button where no scripts run; Enter presses it everywhere. The key goes to the page, as
	 * the field that was just typed in has the focus: scripts show the day by themselves, and the field may be gone.
	 */
	async function showDay() {
		const button = dayArea.getByRole('button', { name: t('shop.day.show') })
		if (await button.isVisible()) await button.click()
		else await page.keyboard.press('Enter')
	}

	async function choose(link: Locator) {
		await link.click()
		await expect(link).toHaveAttribute('aria-current', /./)
	}

	/** Chooses a party or a room, so that days and times are its own. */
	async function lookAt(product: string) {
		const thing = card(product).getByRole('link', { name: product, exact: true })
		if ((await thing.getAttribute('aria-current')) === null) await choose(thing)
		await alive(page)
	}

	/** Chooses a party or a room first, then one of its times. */
	async function wishFor(product: string, time: string) {
		await alive(page)
		await lookAt(product)
		const slot = dayArea.getByRole('button', { name: new RegExp(`^${time}`) })
		const change = dayArea.getByText(t('shop.when.change'))
		await expect(slot.or(change).filter({ visible: true }).first()).toBeVisible()
		if (!(await slot.isVisible())) await change.click()
		await slot.click()
	}

	/** Unfolds extras, most of which stand under a title within the fold. */
	async function unfold(product: string) {
		await expect(page.getByRole('article').first()).toBeVisible()
		if (await card(product).isVisible()) return
		const own = page.locator('article').filter({ has: page.locator('h3', { hasText: product }) })
		for (const fold of await page.locator('details').filter({ has: own }).all())
			if ((await fold.getAttribute('open')) === null) await fold.locator('> summary').click()
	}

	/** Types the number of a ticket or an extra. A number that is only suggested beside it goes. */
	async function setNumber(product: string, quantity: number) {
		await alive(page)
		await unfold(product)
		if (await suggestion.isVisible()) {
			for (const field of await tickets.getByRole('spinbutton').all())
				if (await field.isVisible()) await field.fill('0')
		}
		await card(product).getByRole('spinbutton').fill(String(quantity))
		const decide = page.getByRole('button', { name: t('shop.choices.save') })
		await saveTickets.or(decide).click()
	}

	return {
		everything: page.getByRole('main'),
		document: page.getByRole('document'),
		dayArea,
		timeArea,
		slots,
		cart,
		bar: region(t('cartPanel.bar')).or(cart),
		/** The message that the shown choice differs from the cart. */
		stillInCart: page.getByText(t('shop.stillInCart', { booked: '' }).trim()),
		cartLines,
		card,
		group,
		choices,
		month: dayArea.getByRole('table'),
		strip: dayArea.getByRole('list', { name: t('shop.day.strip') }),
		/** Links to other days and times, where the wish cannot be met. */
		ways: page.getByRole('list', { name: t('shop.ways.title') }).getByRole('link'),
		/** Links to other days and times beside the times of a day. */
		alternatives: timeArea.getByRole('list', { name: t('shop.ways.title') }).getByRole('link'),
		/** The links to everything that still keeps the cart from the checkout. */
		obstacles: cart.getByRole('link'),
		slot: (time: string) => slots.getByRole('link', { name: containing(time) }),
		date: dayArea.getByRole('textbox', { name: t('shop.day.date') }),
		guests: dayArea.getByRole('spinbutton', { name: t('shop.day.guests') }),
		dayInStrip: (longName: string) => dayArea.getByRole('link', { name: containing(longName) }),

		async open(search: Search = {}) {
			const params = new URLSearchParams(
				Object.entries(search).map(([name, value]) => [name, String(value)]),
			)
			await open(visit, `/?${params}`)
		},
		/** Goes to another kind of visit, with day, guests and time. */
		async goFor(kind: Kind) {
			const tab = intents.getByRole('link', { name: t(`shop.tabs.${kind}`), exact: true })
			const picture = intents.locator(`#${kind}`).getByRole('link')
			await tab.or(picture).click()
			await expect(tab).toHaveAttribute('aria-current', 'page')
		},
		intents: intents.getByRole('link'),
		async pickDay(longName: string) {
			await choose(dayArea.getByRole('link', { name: containing(longName) }))
		},
		async typeDay(day: string, guests?: number) {
			await this.date.fill(day)
			if (guests !== undefined) await this.guests.fill(String(guests))
			await showDay()
			await page.waitForURL((url) => url.searchParams.get('day') === day)
		},
		async typeGuests(guests: number) {
			await this.guests.fill(String(guests))
			await showDay()
			await page.waitForURL((url) => url.searchParams.get('guests') === String(guests))
		},
		goTo: (
			label: 'weekBefore' | 'weekAfter' | 'today' | 'showMonth' | 'hideMonth' | 'monthAfter',
		) => dayArea.getByRole('link', { name: t(`shop.day.${label}`), exact: true }).click(),
		duration: (label: string) => timeArea.getByRole('link', { name: containing(label) }),
		async chooseDuration(label: string) {
			await choose(this.duration(label))
		},
		async chooseTime(time: string) {
			await choose(slots.getByRole('link', { name: containing(time) }))
		},

		/** Presses the button and waits for nothing; the test checks the result. */
		wishFor,
		lookAt,
		/** Types the number of a product that is sold by the piece. */
		take: setNumber,
		number: (product: string) => card(product).getByRole('spinbutton'),
		/** Presses the button that adds or takes one; without scripts a new page comes with the new number. */
		step: (product: string, label: 'more' | 'less') =>
			card(product)
				.getByRole('button', { name: t(`form.${label}`, { label: product }), exact: true })
				.click(),
		saveNumbers: () => saveTickets.click(),
		saveTickets,
		suggestion,
		tickets,
		/** Shows the field for another number of a product in the cart. */
		unfoldQuantity: (product: string) =>
			inCart(product).getByText(t('cartPanel.changeQuantity')).click(),
		async changeInCart(product: string, quantity: number) {
			const number = inCart(product).getByRole('spinbutton')
			await number.fill(String(quantity))
			const name = t('cart.changeOf', { product })
			const change = inCart(product).getByRole('button', { name, exact: true })
			await ((await change.isVisible()) ? change.click() : number.press('Enter'))
		},
		/** Adds tickets and extras by the piece, and waits to see them in the cart. */
		async add(product: string, quantity: number) {
			await setNumber(product, quantity)
			await expect(cartLines).toContainText(
				t('cartPanel.times', { count: quantity, name: product }),
			)
		},
		/** Chooses a product that exists once: a party, a room, an attraction. */
		async choose(product: string, time = '14:00') {
			await wishFor(product, time)
			await expect(cartLines).toContainText(product)
			await expect(
				card(product).getByRole('button', { name: t('shop.card.deselect') }),
			).toBeVisible()
		},
		async deselect(product: string) {
			const button = card(product).getByRole('button', { name: t('shop.card.deselect') })
			await button.click()
			await expect(button).toHaveCount(0)
		},
		/** Answers one question of a party: the number of each. */
		async fulfil(title: string, quantities: Record<string, number>) {
			await alive(page)
			let last: Locator | undefined
			for (const [name, quantity] of Object.entries(quantities)) {
				last = group(title).getByRole('spinbutton', { name, exact: true })
				await last.fill(String(quantity))
			}
			await last?.press('Enter')
		},
		async pickOne(title: string, name: string) {
			await alive(page)
			const radio = group(title).getByRole('radio', { name: containing(name) })
			await radio.check()
			await radio.press('Enter')
		},
		/** Chooses another day than the cart's, and goes to the warning. */
		changeDay: () =>
			page
				.getByRole('main')
				.getByRole('link', { name: t('shop.otherDay.change') })
				.first()
				.click(),
		unfold,
		async switchLanguage() {
			await page
				.getByRole('banner')
				.getByRole('button', { name: t('layout.otherLanguage') })
				.click()
		},
		async toCheckout() {
			await cart.getByRole('link', { name: t('cart.toCheckout') }).click()
		},
	}
}
