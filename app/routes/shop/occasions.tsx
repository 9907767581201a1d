import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import { Chip, Chips } from '#app/ui/chip.tsx'

/** Shows the types of party as links; the chosen one is part of the address and preselected in the address step. */
export function Occasions({ occasions }: { occasions: readonly PartyType[] }) {
	const { t } = useI18n()
	const { asked, search } = useShopping()
	const linkTo = useSearchLink('occasions')
	return (
		<div id="occasions">
			<Chips label={t('party.type')} of="words">
				{occasions.map((occasion) => (
					<li key={occasion}>
						<Chip
							to={linkTo({ occasion, month: asked.month })}
							current={occasion === search.occasion}
						>
							{t(occasion === 'bride' ? 'party.stag' : `party.types.${occasion}`)}
						</Chip>
					</li>
				))}
			</Chips>
		</div>
	)
}
