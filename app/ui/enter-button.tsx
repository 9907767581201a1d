import type { ComponentProps } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

/**
 * An unseen button, the first of its form, because Enter presses the first one: without it Enter would press a
 * stepper's minus, or the button of the other language.
 */
export function EnterButton(attributes: ComponentProps<'button'>) {
	const { t } = useI18n()
	return (
		<button
			type="submit"
			tabIndex={-1}
			aria-hidden="true"
			className={visuallyHidden}
			{...attributes}
		>
			{t('form.send')}
		</button>
	)
}
