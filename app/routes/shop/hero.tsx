import * as styles from '#app/routes/shop/hero.css.ts'

type HeroProps = { claim: string; intro: string }

/** The venue's claim and introduction, in two lines. */
export function Hero({ claim, intro }: HeroProps) {
	return (
		<section className={styles.hero}>
			<h1 className={styles.claim}>{claim}</h1>
			<p className={styles.intro}>{intro}</p>
		</section>
	)
}
