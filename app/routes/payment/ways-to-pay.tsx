import type { Field } from '#app/forms/form.ts'
import { RadioGroup } from '#app/forms/radio-group.tsx'
import type { Texts } from '#app/i18n/de.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { providers, type ProviderName } from '#app/models/provider.ts'
import * as styles from '#app/routes/payment/ways-to-pay.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { PayMarks } from '#app/ui/pay-marks.tsx'

export type WaysProps = {
	waysToPay: readonly ProviderName[]
	/** The ways to pay that cannot be used now, while another can. */
	waysAway: readonly ProviderName[]
	isAllAway: boolean
	/** The other ways to pay that a provider's page offers beside cards. */
	besideCards: readonly (keyof Texts['checkout']['overview']['besideCards'])[]
	field: Field
}

/** The sentence that is shown while no provider can be reached. */
type WhileAway = { whileAway: string }

/** Asks with which provider to pay, as a group of radio buttons. */
export function WaysToPay({ besideCards, field, whileAway, ...ways }: WaysProps & WhileAway) {
	const { t } = useI18n()
	const more = besideCards.map((way) => t(`checkout.overview.besideCards.${way}`)).join(', ')
	const cards = more
		? t('checkout.overview.cardAnd', { ways: more })
		: t('checkout.overview.cardAlone')
	return (
		<RadioGroup
			field={field}
			legend={<span className={visuallyHidden}>{t('checkout.overview.wayToPay')}</span>}
			{...(ways.isAllAway && { hint: whileAway })}
			arranged="equal"
			focusOnError
			options={ways.waysToPay.map((way) => ({
				value: way,
				label: (
					<span className={styles.way}>
						{t(`cart.ways.${way}`)}
						<PayMarks way={way} />
					</span>
				),
				...(providers[way].takesCards && { note: cards }),
				...(ways.waysAway.includes(way) && { reason: t('checkout.overview.wayAway') }),
			}))}
		/>
	)
}
