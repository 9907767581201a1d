import { createContext } from 'react'

/** The name under which the log knows this request. Browsers know none: there it is left as the server wrote it. */
export const RequestId = createContext('')
