/* Queries of the audit about numbers; each numbering is a table of its own without holes but for `number_gaps`. */

/** Every number with its counter and its place there. */
const ORDER_NUMBERS = `
	select 'order-' || left(number, 4) as counter, substr(number, 6)::int as place, number from orders`
const INVOICE_NUMBERS = `
	select 'invoice-' || substr(number, 4, 4) as counter, substr(number, 9)::int as place, number from invoices`

/** Counters with a number that comes twice, or with one that is missing and was not left out. */
function holesIn(numbers: string): string {
	return `
		select counter from (${numbers}) numbered group by counter
		having count(*) <> count(distinct number) or max(place) <> (
			select count(*) from (
				select place from (${numbers}) given where given.counter = numbered.counter
				union
				select generate_series(first, last) from number_gaps where number_gaps.counter = numbered.counter
			) accounted where place <= max(numbered.place))`
}

/** The numbers of a kind that were left out, with the day on which that was noted. */
export function leftOutOf(kind: 'order' | 'invoice'): string {
	return `
		select counter || ' ' || lpad(first::text, greatest(6, length(first::text)), '0') || ' to '
			|| lpad(last::text, greatest(6, length(last::text)), '0') || ' (' || noted_at::date || ')'
		from number_gaps where counter like '${kind}-%'`
}

/** What breaks the promise of each numbering. An invoice that is gone shows in its counter as well. */
export const HOLES = {
	orders: holesIn(ORDER_NUMBERS),
	invoices: `
		${holesIn(INVOICE_NUMBERS)}
		union all
		select name from counters where name like 'invoice-%' and value <> (
			select count(*) from (
				select place from (${INVOICE_NUMBERS}) issued where counter = name
				union
				select generate_series(first, last) from number_gaps where counter = name
			) accounted where place <= value)`,
}
