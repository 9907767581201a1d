import type { ProviderName } from '#app/models/provider.ts'
import * as styles from '#app/ui/pay-marks.css.ts'

/**
 * The logos of a way to pay, on white cards in their owners' colours. Shapes of PayPal and Visa: Simple Icons (CC0).
 * Hidden from screen readers, because the words beside them name the way.
 */
export function PayMarks({ way }: { way: ProviderName }) {
	return (
		<span className={styles.marks} aria-hidden="true">
			{marksOf[way].map((mark) => (
				<svg key={mark} viewBox="0 0 40 26" width="40" height="26" className={styles.mark}>
					{marks[mark]}
				</svg>
			))}
		</span>
	)
}

const paypal = (
	<path
		fill="#002991"
		transform="translate(11 4) scale(.75)"
		d="M15.607 4.653H8.941L6.645 19.251H1.82L4.862 0h7.995c3.754 0 6.375 2.294 6.473 5.513-.648-.478-2.105-.86-3.722-.86m6.57 5.546c0 3.41-3.01 6.853-6.958 6.853h-2.493L11.595 24H6.74l1.845-11.538h3.592c4.208 0 7.346-3.634 7.153-6.949a5.24 5.24 0 0 1 2.848 4.686M9.653 5.546h6.408c.907 0 1.942.222 2.363.541-.195 2.741-2.655 5.483-6.441 5.483H8.714Z"
	/>
)

const visa = (
	<path
		fill="#1434cb"
		transform="translate(5 -2) scale(1.25)"
		d="M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z"
	/>
)

const mastercard = (
	<>
		<circle cx="15.5" cy="13" r="7.5" fill="#eb001b" />
		<circle cx="24.5" cy="13" r="7.5" fill="#f79e1b" />
		<path fill="#ff5f00" d="M20 7a7.5 7.5 0 0 1 0 12a7.5 7.5 0 0 1 0-12Z" />
	</>
)

const marks = { paypal, visa, mastercard }
const marksOf: Record<ProviderName, (keyof typeof marks)[]> = {
	paypal: ['paypal'],
	stripe: ['visa', 'mastercard'],
}
