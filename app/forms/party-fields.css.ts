import { style, styleVariants } from '@vanilla-extract/css'

import { fields } from '#app/forms/fields.css.ts'
import { partyTypes, type PartyType } from '#app/models/party-types.ts'

export const party = style([fields])

const types = Object.fromEntries(partyTypes.map((type) => [type, type])) as {
	[Type in PartyType]: Type
}

/**
 * Shows the name field of the chosen type of party alone. A browser without `:has` shows the name fields of all types,
 * and the form reads that of the chosen type.
 */
export const name = styleVariants(types, (type) => [
	{
		'@supports': {
			'selector(:has(*))': {
				selectors: {
					[`${party}:not(:has(input[value="${type}"]:checked)) > &`]: { display: 'none' },
				},
			},
		},
	},
])

export const nothingChosen = style({
	display: 'none',
	'@supports': {
		'selector(:has(*))': {
			selectors: { [`${party}:not(:has(input[type="radio"]:checked)) > &`]: { display: 'block' } },
		},
	},
})
