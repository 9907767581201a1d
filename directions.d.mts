export const rooms: Record<string, string[]>
export const doors: Record<string, string[]>
export const directions: Record<string, Direction>
export const desk: Direction

type Direction = { may: string[]; only?: Record<string, string[]>; message: string }
