import * as styles from '#app/routes/shop/hero.css.ts'

type HeroProps = { claim: string; intro: string }

/** Shows the venue's claim and its introduction on the start page. */
export function Hero({ claim, intro }: HeroProps) {
	return (
		<section className={styles.hero}>
			<h1 className={styles.claim}>{claim}</h1>
			<p className={styles.intro}>{intro}</p>
		</section>
	)
}
