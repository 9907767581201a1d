import type { ComponentProps, ReactNode } from 'react'
import {
	Link as RouterLink,
	NavLink as RouterNavLink,
	useLocation,
	type LinkProps,
} from 'react-router'

/*
 * The router's links. On a server nobody follows one, and an address of our own needs no working out against
 * the route that it stands in, which the router does several times for each, on a page that has fifty. What is
 * written is the same, but for a mark for the router that no page of ours has.
 */

/** What is said of a place in words, without functions of where one is. */
type PlaceProps = Omit<LinkProps, 'className' | 'style'> & { className?: string }

export const Link = import.meta.env.SSR ? WrittenLink : RouterLink

/** Says where one is: at this place, or below it. */
export const NavLink: (props: PlaceProps) => ReactNode = import.meta.env.SSR
	? WrittenNavLink
	: RouterNavLink

function WrittenLink(props: LinkProps) {
	const { to } = props
	return isOwn(to) ? <a {...forPages(props)} href={to} /> : <RouterLink {...props} />
}

function WrittenNavLink({ to, className = '', ...rest }: PlaceProps) {
	const pathname = useLocation().pathname.toLowerCase()
	if (!isOwn(to)) return <RouterNavLink to={to} className={className} {...rest} />
	const [path = ''] = to.split(/[?#]/)
	const isHere = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
	return isHere ? (
		<WrittenLink to={to} {...rest} aria-current="page" className={`${className} active`} />
	) : (
		<WrittenLink to={to} {...rest} className={className} />
	)
}

/** A path of this shop, as it is written in an address. */
function isOwn(to: LinkProps['to']): to is string {
	return typeof to === 'string' && /^(\/|(\/[a-z\d-]+)+)([?#]|$)/.test(to)
}

/** Without what is for the router alone. */
function forPages({
	to: _to,
	discover: _discover,
	prefetch: _prefetch,
	relative: _relative,
	reloadDocument: _reloadDocument,
	replace: _replace,
	state: _state,
	preventScrollReset: _preventScrollReset,
	viewTransition: _viewTransition,
	...rest
}: LinkProps): ComponentProps<'a'> {
	return rest
}
