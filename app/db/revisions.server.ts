// Queries of the audit about the revisions of bookings.

const NEWEST = `
	orders o join order_revisions r on r.order_id = o.id and r.number = o.revision`

/**
 * Query of the orders that break promise I15 of the audit: their revisions are not numbered from 1 to the newest, or
 * the newest says another day, sum, line or time of a place than the order's rows. The ids of rooms are not compared,
 * because a room may have got another since; nor are the parts of a sum, between which a paid rest moves.
 */
export const UNLIKE_REVISIONS = `
	select o.number from orders o where o.revision <> (
			select greatest(coalesce(max(number), 1), count(*)) from order_revisions where order_id = o.id)
		or (o.revision > 1) <> exists (select from order_revisions where order_id = o.id and number = 1)
	union all
	select o.number from ${NEWEST} where (r.content ->> 'day', (r.content ->> 'total')::int,
		(r.content ->> 'linesTotal')::int, (r.content ->> 'discount')::int, (r.content ->> 'shipping')::int)
		is distinct from (o.day::text, o.total, o.lines_total, o.discount, o.shipping)
	union all
	select o.number from ${NEWEST} where exists (
		select from (select * from order_lines where order_id = o.id) l
		full join jsonb_to_recordset(r.content -> 'lines') as was (position int, quantity int, included int,
			"unitPrice" int, amount int, "startsAt" timestamptz) on was.position = l.position
		where (l.quantity, l.included, l.unit_price, l.amount, l.starts_at)
			is distinct from (was.quantity, was.included, was."unitPrice", was.amount, was."startsAt"))
	union all
	select o.number from ${NEWEST}, lateral (
		select lower(during) as begins, upper(during) as ends, units from allocations
		where order_id = o.id and state = 'confirmed' and change_id is null
		union all
		select "from", until, -units from jsonb_to_recordset(r.content -> 'places')
			as place (units int, "from" timestamptz, until timestamptz)
	) places where o.state = 'confirmed' group by o.id, o.number, begins, ends having sum(units) <> 0`

/**
 * Query of the orders that break promise I16 of the audit: the parts of a revision do not add up to its total, or the
 * till has noted more than is to be paid there. An order that the venue itself made cheaper since is no such case: the
 * till still owes the difference.
 */
export const WRONG_RESTS = `
	select o.number from orders o join order_revisions r on r.order_id = o.id,
		lateral jsonb_to_record(r.content) as sums (total int, voucher int, online int, "onSite" int)
	where sums.total <> sums.voucher + sums.online + sums."onSite"
		or least(sums.voucher, sums.online, sums."onSite") < 0
	union all
	select o.number from orders o where o.state in ('confirmed', 'completed')
		and o.on_site < (select coalesce(sum(counts), 0) from on_site_payments where order_id = o.id)
		and not exists (select from order_revisions where order_id = o.id and number > 1 and actor <> 'customer')`

/**
 * Query of what breaks promise I17 of the audit: places kept for a change that is over, and open changes that would
 * find fewer places than they need among the booking's own and those kept for them.
 */
export const HALF_CHANGES = `
	select a.id from allocations a join order_changes c on c.id = a.change_id
	where a.state = 'pending' and c.state <> 'open'
	union all
	select c.id from order_changes c, lateral (
		select place."resourceId" as resource, moments.at, sum(place.units) as units
		from jsonb_to_recordset(c.content -> 'places') as place ("resourceId" text, units int,
			"from" timestamptz, "blockedUntil" timestamptz), (
			select (place ->> 'from')::timestamptz as at from jsonb_array_elements(c.content -> 'places') place
			union select lower(blocked) from allocations where order_id = c.order_id
			union select upper(blocked) from allocations where order_id = c.order_id
		) moments
		where moments.at >= place."from" and moments.at < place."blockedUntil"
		group by 1, 2
	) wanted
	where c.state = 'open' and wanted.units > (
		select coalesce(sum(units), 0) from allocations a
		where a.order_id = c.order_id and a.resource_id = wanted.resource and a.blocked @> wanted.at
			and ((a.state = 'confirmed' and a.change_id is null) or (a.state = 'pending' and a.change_id = c.id)))`
