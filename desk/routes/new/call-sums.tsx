import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { Call } from '#desk/routes/new/call-view.server.ts'
import * as own from '#desk/routes/new/new.css.ts'
import { Button } from '#desk/ui/button.tsx'
import * as panels from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as words from '#desk/ui/words.css.ts'

/**
 * The column at the side of a call: what is taken, its sums and its hold, warnings and refusals, and the sentences to
 * say.
 */
export function CallSums({ call, problem }: { call: Call; problem: string | null }) {
	const { t } = useDeskI18n()
	const { title, day, time, room, tooSmall, wantedRoom, guests, isParty, person } = call
	const what = { title, day, time, guests, room: room ?? '', total: call.total }
	const toRead = isParty && room ? 'phone.read.party' : 'phone.read.other'
	return (
		<aside className={`${panels.stack} ${panels.sticky}`} aria-label={t('phone.summary')}>
			<Panel heading={person.child || title} aside={person.lastName}>
				<p>
					{title}
					<br />
					{day}, {time}
					{room && (
						<>
							<br />
							<b>{room}</b>
						</>
					)}
				</p>
				{tooSmall && <p className={words.note.act}>{tooSmall}</p>}
				{wantedRoom && room && (
					<p className={words.note.act}>{t('phone.otherRoom', { wanted: wantedRoom, room })}</p>
				)}
				<Sums call={call} />
				<Hold call={call} />
				<p>
					<b>{t('phone.readOut')}</b> {t('frame.quoted', { text: t(toRead, what) })}
				</p>
				{problem && <p className={words.note.no}>{problem}</p>}
				<Button name="intent" value="book" big full>
					{t('phone.book', { name: person.child || title })}
				</Button>
				<p className={words.small}>
					<b>{t('phone.sayLast')}</b> {t('frame.quoted', { text: call.last.join(' ') })}
				</p>
				<Button name="intent" value="discard" look="calm">
					{t('phone.discard')}
				</Button>
			</Panel>
		</aside>
	)
}

function Sums({ call }: { call: Call }) {
	const { t } = useDeskI18n()
	return (
		<dl className={own.sums}>
			{call.sums.map(({ id, name, amount }) => (
				<div key={id} className={own.sum}>
					<dt>{name}</dt>
					<dd>{amount}</dd>
				</div>
			))}
			<div className={own.total}>
				<dt>{t('phone.total')}</dt>
				<dd>{call.total}</dd>
			</div>
			{call.online && (
				<div className={own.sum}>
					<dt>{t('phone.now')}</dt>
					<dd>{call.online}</dd>
				</div>
			)}
			<div className={own.sum}>
				<dt>{t('phone.later')}</dt>
				<dd>{call.onSite}</dd>
			</div>
		</dl>
	)
}

/**
 * The end of a call's hold with the button that prolongs it, and the warnings about things that the shop refuses a
 * visitor.
 */
function Hold({ call: { heldUntil, warnings, problems } }: { call: Call }) {
	const { t } = useDeskI18n()
	return (
		<>
			{heldUntil === null ? (
				<p role="alert" className={words.note.no}>
					{t('phone.notHeld')}
				</p>
			) : (
				<p role="status">{t('phone.heldUntil', { time: heldUntil })}</p>
			)}
			<Button name="intent" value="hold" look="line">
				{t(heldUntil === null ? 'phone.holdAgain' : 'phone.holdLonger')}
			</Button>
			{warnings.length > 0 && (
				<p className={words.note.act}>{t('phone.late', { what: warnings.join(', ') })}</p>
			)}
			{problems.map((problem) => (
				<p key={problem} className={words.note.act}>
					{problem}
				</p>
			))}
		</>
	)
}
