import { Form, redirect } from 'react-router'

import { areKeysOn, keysCookie } from '#desk/http/keys-cookie.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskKey } from '#desk/i18n/words.ts'
import { Button } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel, Title } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'

import type { Route } from './+types/keys.ts'

/** Returns whether the keyboard shortcuts are on at this device. */
export function loader({ request }: Route.LoaderArgs) {
	return { areOn: areKeysOn(request.headers) }
}

/** Switches the keyboard shortcuts on or off at this device. */
export async function action({ request }: Route.ActionArgs) {
	const form = await request.formData()
	const headers = { 'Set-Cookie': keysCookie(form.get('keys') === 'on') }
	return redirect('/keys', { status: 303, headers })
}

const shortcuts: { keys: string[]; does: DeskKey }[] = [
	{ keys: ['/'], does: 'keys.search' },
	{ keys: ['t'], does: 'keys.today' },
	{ keys: ['←', '→'], does: 'keys.day' },
	{ keys: ['r'], does: 'keys.rooms' },
	{ keys: ['n'], does: 'keys.phone' },
	{ keys: ['p'], does: 'keys.sheet' },
	{ keys: ['j', 'k'], does: 'keys.rows' },
	{ keys: ['?'], does: 'keys.list' },
	{ keys: ['Esc'], does: 'keys.back' },
]

export default function Keys({ loaderData: { areOn } }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<PageTitle>{t('keys.heading')}</PageTitle>
			<Title heading={t('keys.heading')} />
			<Panel heading={t(areOn ? 'keys.areOn' : 'keys.areOff')}>
				<p>{t('keys.lead')}</p>
				<table className={table.table}>
					<thead>
						<tr>
							<th scope="col">{t('keys.key')}</th>
							<th scope="col">{t('keys.does')}</th>
						</tr>
					</thead>
					<tbody>
						{shortcuts.map(({ keys, does }) => (
							<tr key={does}>
								<th scope="row">{keys.join(' ')}</th>
								<td>{t(does)}</td>
							</tr>
						))}
					</tbody>
				</table>
				<Form method="post">
					<Button look="calm" name="keys" value={areOn ? 'off' : 'on'}>
						{t(areOn ? 'keys.turnOff' : 'keys.turnOn')}
					</Button>
				</Form>
			</Panel>
		</>
	)
}
