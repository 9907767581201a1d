import type { HeadersFunction } from 'react-router'

/**
 * Hands the headers of a refused form on to its page, such as `Retry-After` after too many attempts: the framework
 * drops them unless the page asks for them.
 */
export const headersOfAction: HeadersFunction = ({ actionHeaders }) => actionHeaders
