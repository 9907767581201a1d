import { createContext, use } from 'react'

/** The name of the venue. Only servers set it: a browser keeps what the server wrote. */
export const VenueName = createContext('')

/** Shows the venue's name on a page without loader data, such as the error screen. */
export function WrittenVenueName() {
	return <span suppressHydrationWarning>{use(VenueName)}</span>
}
