import type { i18n } from 'i18next'
import { useContext } from 'react'
import { I18nContext } from 'react-i18next'

/**
 * The words of this page. react-i18next's own hook copies all of i18next for each component that asks, a
 * quarter of the time that a page takes; our pages change their language by being loaded anew.
 *
 * @throws Error outside of an I18nextProvider: that is a bug.
 */
export function useI18n(): i18n {
	const words = useContext(I18nContext)
	if (!words) throw new Error('no I18nextProvider around this')
	return words.i18n
}
