import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { isPractice } from '#app/models/operator/practice.server.ts'
import { isAtLeast, type Level } from '#app/models/staff/staff.ts'
import { today } from '#app/models/venue/day.ts'
import { parseDay } from '#app/models/venue/slot.ts'
import { areKeysOn } from '#desk/http/keys-cookie.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { staffOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { link } from '#desk/ui/button.css.ts'
import { ErrorScreen } from '#desk/ui/error-screen.tsx'
import { Door, Frame, type FrameEntry } from '#desk/ui/frame.tsx'
import { LanguageSwitch } from '#desk/ui/language.tsx'
import { useLive } from '#desk/ui/live.tsx'
import { useShortcuts } from '#desk/ui/shortcuts.ts'

import type { Route } from './+types/signed-in.ts'

/** All pages below refuse anybody who is not signed in; a page for more than the counter names its level itself. */
export const middleware: Route.MiddlewareFunction[] = [staffOnly('counter')]

/**
 * Reads what the frame of every page shows: the person, the areas that the person may open, the banner of a shop for
 * practice.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const staff = staffOf(context)
	const { t } = deskWordsOf(context)
	const day = parseDay(params.day ?? '') ?? today(now())
	return {
		person: { name: staff.name, levelName: t(`level.${staff.level}`) },
		entries: entriesOn(day).filter(({ least }) => isAtLeast(staff, least)),
		areKeysOn: areKeysOn(request.headers),
		banner: (await isPractice()) ? t('frame.practice') : null,
	}
}

/**
 * Returns the areas of the desk in the order of the navigation, each with the lowest level that may open it; 'rooms'
 * leads to the rooms of `day`. Vouchers, check-in and reports are planned between the last two.
 */
function entriesOn(day: string): (FrameEntry & { least: Level })[] {
	return [
		{ to: '/', word: 'frame.today', icon: 'today', key: 't', least: 'counter' },
		{ to: `/day/${day}/rooms`, word: 'frame.rooms', icon: 'rooms', key: 'r', least: 'counter' },
		{ to: '/new', word: 'frame.book', icon: 'phone', key: 'n', least: 'shift' },
		{ to: '/staff', word: 'frame.staff', icon: 'staff', least: 'owner' },
	]
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
	return (
		<Shell {...loaderData}>
			<Outlet />
		</Shell>
	)
}

/** Shows inside the frame why a page was refused or failed; without the frame where the frame's own data is missing. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
	if (!loaderData) {
		return (
			<Door>
				<ErrorScreen error={error} />
			</Door>
		)
	}
	return (
		<Shell {...loaderData}>
			<ErrorScreen error={error} />
		</Shell>
	)
}

type ShellProps = Awaited<ReturnType<typeof loader>> & { children: ReactNode }

function Shell({ person, entries, banner, areKeysOn: areOn, children }: ShellProps) {
	useLive()
	useShortcuts(areOn)
	return (
		<Frame person={person} entries={entries} banner={banner} menu={<Menu />}>
			{children}
		</Frame>
	)
}

function Menu() {
	const { t } = useDeskI18n()
	return (
		<>
			<Link to="/me" className={link}>
				{t('me.title')}
			</Link>
			<Link to="/keys" aria-keyshortcuts="?" className={link}>
				{t('frame.keys')}
			</Link>
			<LanguageSwitch />
			<form method="post" action="/sign-out">
				<button className={link}>{t('signIn.signOut')}</button>
			</form>
		</>
	)
}
