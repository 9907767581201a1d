import { ofetch } from 'ofetch'

/**
 * The browser's own calls. As the specification has it, and ofetch does by itself: once more without a body
 * on 408, 409, 425, 429, 500, 502, 503 and 504; 400 to 599 throw.
 */
export const http = ofetch.create({})
