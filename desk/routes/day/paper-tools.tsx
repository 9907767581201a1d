import type { Day } from '#app/models/venue/slot.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import { Icon } from '#desk/ui/icon.tsx'
import { title } from '#desk/ui/panel.css.ts'
import { useScripts } from '#desk/ui/use-scripts.ts'

/** The way back and the button that prints, above a page for paper; without scripts the browser's menu prints. */
export function PaperTools({ day, about }: { day: Day; about: string }) {
	const { t } = useDeskI18n()
	const areScriptsOn = useScripts()
	return (
		<div data-screen-only className={title}>
			<LinkButton look="calm" to={`/day/${day}`} aria-keyshortcuts="Escape">
				<Icon name="back" />
				{t('sheet.back')}
			</LinkButton>
			{areScriptsOn && (
				<Button type="button" aria-keyshortcuts="p" onClick={() => window.print()}>
					<Icon name="print" />
					{t('sheet.print')}
				</Button>
			)}
			<p>{about}</p>
		</div>
	)
}
