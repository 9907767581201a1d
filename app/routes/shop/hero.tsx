import * as styles from '#app/routes/shop/hero.css.ts'

type HeroProps = { claim: string; intro: string }

/** What this is, in two lines. The planet is decoration and takes no room. */
export function Hero({ claim, intro }: HeroProps) {
	return (
		<section className={styles.hero}>
			<Planet />
			<h1 className={styles.claim}>{claim}</h1>
			<p className={styles.intro}>{intro}</p>
		</section>
	)
}

function Planet() {
	return (
		<svg
			viewBox="0 0 400 300"
			width="400"
			height="300"
			aria-hidden="true"
			className={styles.planet}
		>
			<defs>
				<radialGradient id="planet-day" cx="0.34" cy="0.28" r="0.85">
					<stop offset="0" className={styles.bright} />
					<stop offset="0.42" className={styles.middle} />
					<stop offset="1" className={styles.dark} />
				</radialGradient>
				<linearGradient id="planet-ring" x1="0" x2="1">
					<stop offset="0" className={styles.ringEdge} />
					<stop offset="0.5" className={styles.ringMiddle} />
					<stop offset="1" className={styles.ringEdge} />
				</linearGradient>
			</defs>
			<g fill="none" stroke="url(#planet-ring)" transform="rotate(-16 200 150)">
				<path d="M30 150a170 42 0 0 1 340 0" strokeWidth="9" />
				<path d="M48 150a152 34 0 0 1 304 0" strokeWidth="2.5" />
			</g>
			<circle cx="200" cy="150" r="92" fill="url(#planet-day)" />
			<g fill="none" className={styles.bands} transform="rotate(-16 200 150)" strokeLinecap="round">
				<path d="M124 118q70 18 150 0" strokeWidth="7" />
				<path d="M114 172q84 22 172 0" strokeWidth="11" />
				<path d="M142 206q60 14 116 0" strokeWidth="6" />
			</g>
			<g fill="none" stroke="url(#planet-ring)" transform="rotate(-16 200 150)">
				<path d="M30 150a170 42 0 0 0 340 0" strokeWidth="9" />
				<path d="M48 150a152 34 0 0 0 304 0" strokeWidth="2.5" />
			</g>
			<circle cx="338" cy="52" r="13" className={styles.moon} />
		</svg>
	)
}
