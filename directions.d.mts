export const rooms: Record<string, string[]>
export const doors: Record<string, string[]>
export const directions: Record<
	string,
	{ may: string[]; only?: Record<string, string[]>; message: string }
>
