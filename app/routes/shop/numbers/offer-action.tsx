import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { ByPhone } from '#app/routes/shop/day/by-phone.tsx'
import { WaysOut } from '#app/routes/shop/day/ways-out.tsx'
import { ChooseForm } from '#app/routes/shop/numbers/choose-form.tsx'
import * as styles from '#app/routes/shop/numbers/product-card.css.ts'
import { useProductLink, useSearchLink } from '#app/routes/shop/shopping.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Chip, Chips } from '#app/ui/chip.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'

type ActionProps = { offer: OfferView; titleId: string; changeDayPath: string | null }

/** The button of an offer: choose it, take it back, or go to the step that has to come before. */
export function OfferAction({ offer, titleId, changeDayPath }: ActionProps) {
	const { t } = useI18n()
	const { chosen, state, blockedBy } = offer
	if (changeDayPath && !chosen) {
		return (
			<LinkButton variant="ghost" to={changeDayPath} aria-describedby={titleId}>
				{t('shop.otherDay.change')}
			</LinkButton>
		)
	}
	if (chosen || (state === 'available' && !blockedBy))
		return <ChooseForm offer={offer} titleId={titleId} />
	return <OfferObstacle offer={offer} titleId={titleId} />
}

/**
 * Says why an offer cannot be had, with links that change that: the product in its way, another time, day or duration.
 */
export function OfferObstacle({ offer, titleId }: Omit<ActionProps, 'changeDayPath'>) {
	const { t } = useI18n()
	const productLink = useProductLink()
	const { state, blockedBy, ways, durations, id } = offer
	if (blockedBy) {
		return (
			<p className={styles.sentence}>
				<Sentence of={{ key: 'errors.deselectOther' }} />:{' '}
				<Link to={productLink(blockedBy)}>{blockedBy.name}</Link>
			</p>
		)
	}
	if (state === 'needsTime') {
		return (
			<a href="#time" aria-describedby={titleId} className={styles.chooseTime}>
				{t('shop.card.chooseTime')}
			</a>
		)
	}
	if (state === 'otherDuration') return <Durations durations={durations} anchor={id} />
	if (state === 'byPhone') {
		return (
			<>
				<ByPhone />
				<WaysOut ways={ways} anchor={id} showDay />
			</>
		)
	}
	return (
		<WaysOut
			ways={ways}
			anchor={id}
			showDay={state === 'soldOut'}
			label={t(`shop.card.${state === 'soldOut' ? 'soldOut' : 'otherTime'}`)}
		/>
	)
}

function Durations({ durations, anchor }: { durations: OfferView['durations']; anchor: string }) {
	const { t } = useI18n()
	const linkTo = useSearchLink(anchor)
	return (
		<div className={stack.sm}>
			<p className={styles.sentence}>{t('shop.card.otherDuration')}</p>
			<Chips label={t('shop.time.durations')} of="times">
				{durations.map(({ value, label }) => (
					<li key={value}>
						<Chip to={linkTo({ duration: value })}>{label}</Chip>
					</li>
				))}
			</Chips>
		</div>
	)
}
