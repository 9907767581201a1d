/*
 * Queries of the audit about the numbers of orders and invoices. Each counter's numbers follow one another without
 * holes, except those in `number_gaps`.
 */

/** Queries of every number of an order or an invoice, with the name of its counter and its position there. */
const ORDER_NUMBERS = `
	select 'order-' || left(number, 4) as counter, substr(number, 6)::int as place, number from orders`
const INVOICE_NUMBERS = `
	select 'invoice-' || substr(number, 4, 4) as counter, substr(number, 9)::int as place, number from invoices`

/**
 * Returns the query of the counters with a number that comes twice, or with one that is missing and not in
 * `number_gaps`; `numbers` is the query of all numbers.
 */
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

/**
 * Returns the query of the numbers that were left out on purpose, of orders or of invoices, with the day on which that
 * was noted.
 */
export function leftOutOf(kind: 'order' | 'invoice'): string {
	return `
		select counter || ' ' || lpad(first::text, greatest(6, length(first::text)), '0') || ' to '
			|| lpad(last::text, greatest(6, length(last::text)), '0') || ' (' || noted_at::date || ')'
		from number_gaps where counter like '${kind}-%'`
}

/**
 * Queries of the counters that break promise I10 (orders) or I13 (invoices) of the audit. An invoice that is gone also
 * shows as a hole below its counter's value.
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
