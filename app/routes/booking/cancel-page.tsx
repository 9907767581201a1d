import { Form, useNavigation } from 'react-router'

import { BookingHead, type BookingHeadView } from '#app/routes/booking/booking-head.tsx'
import { CancelOutcome, type OutcomeProps } from '#app/routes/booking/cancel-outcome.tsx'
import * as styles from '#app/routes/booking/cancel-page.css.ts'
import type { checkStep, lateStep, ruleStep } from '#app/routes/booking/cancel-words.ts'
import { ChangeRows } from '#app/routes/booking/change-rows.tsx'
import { SumRows } from '#app/routes/booking/sum-rows.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Progress } from '#app/ui/progress.tsx'

type Step =
	| { step: 'rule'; rule: ReturnType<typeof ruleStep> }
	| { step: 'check'; check: ReturnType<typeof checkStep>; sums: { fee: number; back: number } }
	| { step: 'late'; late: ReturnType<typeof lateStep> }
	| ({ step: 'done' } & OutcomeProps)

type CancelView = Step & {
	publicId: string
	number: string
	head: BookingHeadView
	toBooking: string
	steps: { label: string; names: string[] }
}

type CancelPageProps = { view: CancelView; refused: string | null }

/**
 * The page on which a booking is cancelled: its rule, its check page or its outcome, or the notice that it is too late.
 */
export function CancelPage({ view, refused }: CancelPageProps) {
	const { head, steps, number } = view
	const { title } = wordsOf(view)
	const at = ['rule', 'check', 'done'].indexOf(view.step)
	return (
		<div className={pages.narrow}>
			<title>{`${title} · ${number}`}</title>
			<meta name="robots" content="noindex" />
			{at >= 0 && (
				<Progress
					label={steps.label}
					steps={steps.names.map((label) => ({ label }))}
					current={at}
				/>
			)}
			<h1>{title}</h1>
			{refused && <Alert kind="error" title={refused} autoFocus />}
			<BookingHead head={head} />
			<StepOf view={view} />
		</div>
	)
}

function wordsOf(view: CancelView): { title: string } {
	switch (view.step) {
		case 'rule':
			return view.rule
		case 'check':
			return view.check
		case 'late':
			return view.late
		case 'done':
			return view.done
	}
}

function StepOf({ view }: { view: CancelView }) {
	switch (view.step) {
		case 'rule':
			return <Rule words={view.rule} publicId={view.publicId} />
		case 'check':
			return <Check words={view.check} sums={view.sums} publicId={view.publicId} />
		case 'late':
			return <Late words={view.late} />
		case 'done':
			return <CancelOutcome {...view} />
	}
}

type RuleProps = { words: ReturnType<typeof ruleStep>; publicId: string }

function Rule({ words, publicId }: RuleProps) {
	const { instead, rule, money } = words
	return (
		<Form method="get" className={stack.xl}>
			{instead.rows.length > 0 && (
				<Panel title={instead.title}>
					<ChangeRows rows={instead.rows} />
				</Panel>
			)}
			<Panel title={rule.title}>
				<div className={stack.md}>
					<ol role="list" className={styles.tiers}>
						{rule.tiers.map(({ until, kept, isNow }) => (
							<li
								key={until}
								className={isNow ? styles.now : styles.later}
								aria-current={isNow ? 'true' : undefined}
							>
								<span>
									{until}
									{isNow && ` (${rule.now})`}
								</span>
								<span className={styles.kept}>{kept}</span>
							</li>
						))}
					</ol>
					<p className={styles.note}>{rule.since}</p>
					{rule.vat && <p className={styles.note}>{rule.vat}</p>}
				</div>
			</Panel>
			<Panel title={money.title}>
				<div className={stack.md}>
					{money.paid.length > 0 && <SumRows rows={money.paid} />}
					{money.back.length > 0 && <SumRows rows={money.back} />}
					{money.how && <p className={styles.note}>{money.how}</p>}
					{money.fromVoucher && <p className={styles.note}>{money.fromVoucher}</p>}
					{money.atTill && <p className={styles.note}>{money.atTill}</p>}
					<Gifts said={money.gifts} />
				</div>
			</Panel>
			<input type="hidden" name="check" value="1" />
			<Button wide>{words.next}</Button>
			<LinkButton to={`/booking/${publicId}`} variant="quiet">
				{words.keep}
			</LinkButton>
		</Form>
	)
}

type CheckProps = {
	words: ReturnType<typeof checkStep>
	sums: { fee: number; back: number }
	publicId: string
}

/**
 * The check page before a booking is cancelled. Its primary button keeps the booking; the button that cancels sends the
 * fee and the amount that goes back as they were shown.
 */
function Check({ words, sums, publicId }: CheckProps) {
	const { follows } = words
	const isRunning = useNavigation().formData !== undefined
	return (
		<Form method="post" className={stack.xl}>
			<input type="hidden" name="fee" value={sums.fee} />
			<input type="hidden" name="back" value={sums.back} />
			<Panel title={follows.title}>
				<div className={stack.md}>
					<SumRows rows={follows.rows} />
					{follows.vat && <p>{follows.vat}</p>}
					<Gifts said={follows.gifts} />
					{follows.guests && <p>{follows.guests}</p>}
					<Alert kind="warning" title={follows.final} />
				</div>
			</Panel>
			<Button variant="danger" wide pending={isRunning} disabled={isRunning}>
				{words.cancel}
			</Button>
			<LinkButton to={`/booking/${publicId}`} wide>
				{words.keep}
			</LinkButton>
			<LinkButton to={`/booking/${publicId}/cancel`} variant="quiet">
				{words.again}
			</LinkButton>
		</Form>
	)
}

/** Says what becomes of the gift vouchers that the order has sold. */
function Gifts({ said }: { said: readonly string[] }) {
	return said.map((sentence) => <p key={sentence}>{sentence}</p>)
}

function Late({ words }: { words: ReturnType<typeof lateStep> }) {
	return (
		<>
			<Panel title={words.why}>
				<div className={stack.md}>
					<p>{words.text}</p>
					<p>
						<PhoneLink phone={words.phone} className={button.primary} />
					</p>
					<p className={styles.note}>{words.number}</p>
				</div>
			</Panel>
			<Panel title={words.still}>
				<ChangeRows rows={words.rows} />
			</Panel>
		</>
	)
}
