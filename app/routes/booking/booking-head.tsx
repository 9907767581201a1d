import * as styles from '#app/routes/booking/booking-head.css.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Picture } from '#app/ui/picture.tsx'

/**
 * A booking in a few words for the top of a page: its name, 'Kometen-Party für Mia', then day, time with guests, and
 * room.
 */
export type BookingHeadView = { picture: string | null; name: string; facts: string[] }

/** Shows the booking that a page is about: its picture, name and facts. */
export function BookingHead({ head }: { head: BookingHeadView }) {
	return (
		<div className={styles.head}>
			{head.picture && (
				<Picture src={head.picture} width={160} height={100} alt="" className={styles.picture} />
			)}
			<div className={styles.words}>
				<p className={styles.name}>
					<KeptTogether text={head.name} />
				</p>
				{head.facts.map((fact) => (
					<p key={fact}>
						<KeptTogether text={fact} />
					</p>
				))}
			</div>
		</div>
	)
}
