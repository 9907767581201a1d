export const rooms: Record<string, string[]>
export const doors: Record<string, string[]>
export const directions: Record<string, { may: string[]; message: string }>
