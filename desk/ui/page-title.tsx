import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { useVenueName } from '#desk/ui/venue-name.ts'

/** The title of the browser's window: page, desk, venue. Its callers pass no customer's name. */
export function PageTitle({ children }: { children: string }) {
	const { t } = useDeskI18n()
	const venue = useVenueName() ?? ''
	return <title>{t('frame.title', { page: children, venue })}</title>
}
