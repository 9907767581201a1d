/*
 * Queries of the audit about numbers. Each counter's numbers follow one another without holes, except those in
 * `number_gaps`.
 */

/** Query of every number with its counter and its place in it. */
const ORDER_NUMBERS = `
	select 'order-' || left(number, 4) as counter, substr(number, 6)::int as place, number from orders`
const INVOICE_NUMBERS = `
	select 'invoice-' || substr(number, 4, 4) as counter, substr(number, 9)::int as place, number from invoices`

/** Query of the counters with a number that comes twice, or with one that is missing and not in `number_gaps`. */
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

/** Query of the numbers of a kind that were left out, with the day on which that was noted. */
export function leftOutOf(kind: 'order' | 'invoice'): string {
	return `
		select counter || ' ' || lpad(first::text, greatest(6, length(first::text)), '0') || ' to '
			|| lpad(last::text, greatest(6, length(last::text)), '0') || ' (' || noted_at::date || ')'
		from number_gaps where counter like '${kind}-%'`
}

/**
 * Queries of what breaks the promise of each numbering. An invoice that is gone also shows as a hole below its
 * counter's value.
 */
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
