import {
	useEffect,
	useRef,
	useState,
	type ComponentProps,
	type MouseEvent,
	type PointerEvent,
} from 'react'
import { Link, useFetcher } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import * as styles from '#app/ui/modal.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/** The content of the information modal: a title (text) and content (HTML, sanitized when it is inserted). */
type Information = { title: string; content: string }

const eventName = 'raumzeit:information'

/** Opens the information modal from anywhere in the browser. */
function showInformation(information: Information) {
	window.dispatchEvent(new CustomEvent(eventName, { detail: information }))
}

/** Returns the information that was asked for last, and the refs of the dialog and of the element for its content. */
function useInformation() {
	const dialog = useRef<HTMLDialogElement>(null)
	const body = useRef<HTMLDivElement>(null)
	const [information, setInformation] = useState<Information | null>(null)

	useEffect(() => {
		function open(event: Event) {
			if (event instanceof CustomEvent && isInformation(event.detail))
				setInformation({ ...event.detail })
		}
		window.addEventListener(eventName, open)
		return () => window.removeEventListener(eventName, open)
	}, [])

	useEffect(() => {
		if (!information) return
		void import('#app/ui/safe-html.ts').then(({ safeNodes }) => {
			body.current?.replaceChildren(safeNodes(information.content))
			if (!dialog.current?.open) dialog.current?.showModal()
			body.current?.scrollTo(0, 0)
		})
	}, [information])

	return { information, dialog, body }
}

/**
 * The dialog in which content pages open above the page; one for the whole document. It opens at the event of
 * `showInformation`; the browser closes it at Escape.
 */
export function InformationModal() {
	const { t } = useI18n()
	const { information, dialog, body } = useInformation()
	const isPressedOutside = useRef(false)

	function notePress(event: PointerEvent<HTMLDialogElement>) {
		isPressedOutside.current = event.target === event.currentTarget
	}

	// A visitor who selects words in the window may release the button outside of it: that is a click on the dialog as
	// well.
	function closeFromBackdrop(event: MouseEvent<HTMLDialogElement>) {
		if (isPressedOutside.current && event.target === event.currentTarget)
			event.currentTarget.close()
	}

	return (
		<dialog
			ref={dialog}
			className={styles.dialog}
			aria-labelledby={information ? 'information-title' : undefined}
			onPointerDown={notePress}
			onClick={closeFromBackdrop}
		>
			{information && (
				<>
					<form method="dialog" className={styles.head}>
						<Sign name="info" className={styles.sign} />
						<h2 id="information-title">{information.title}</h2>
						<button type="submit" className={styles.close} aria-label={t('common.closeDialog')}>
							<Sign name="close" />
						</button>
					</form>
					{/* The content scrolls, so the keyboard must reach it. */}
					<div
						ref={body}
						className={styles.body}
						tabIndex={0}
						role="region"
						aria-labelledby="information-title"
					/>
					<form method="dialog" className={styles.foot}>
						<Button variant="ghost">{t('common.close')}</Button>
					</form>
				</>
			)}
		</dialog>
	)
}

/** A link to a content page that opens in the modal where there is JavaScript. */
export function InformationLink({
	slug,
	...rest
}: { slug: string } & Omit<ComponentProps<typeof Link>, 'to' | 'onClick'>) {
	const page = useFetcher<{ title: string; html: string }>()
	const path = `/pages/${slug}`

	useEffect(() => {
		if (page.data) showInformation({ title: page.data.title, content: page.data.html })
	}, [page.data])

	function open(event: MouseEvent<HTMLAnchorElement>) {
		if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
			return
		event.preventDefault()
		void page.load(path)
	}

	return <Link to={path} data-information={slug} aria-haspopup="dialog" onClick={open} {...rest} />
}

function isInformation(detail: unknown): detail is Information {
	return (
		typeof detail === 'object' &&
		detail !== null &&
		'title' in detail &&
		typeof detail.title === 'string' &&
		'content' in detail &&
		typeof detail.content === 'string'
	)
}
