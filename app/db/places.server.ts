// Queries of the audit about the places of zones and rooms.

/**
 * Query of the live places, which a cart, an order or a block has. `is_room` is true for a place in a room: one that is
 * to come is judged by the row of its resource (faults K107), a past one by its own column.
 */
const LIVE = `
	select a.id, a.day, a.blocked, a.units, a.exclusive, r.id as resource_id, r.capacity,
		case when upper(a.blocked) > now() then r.exclusive else a.exclusive end as is_room
	from allocations a join resources r on r.id = a.resource_id
	where a.state in ('held', 'pending', 'confirmed') and (a.expires_at is null or a.expires_at > now())`

/**
 * Query of the zones and days that break promise I1 of the audit: at a moment more units are booked than the zone's
 * capacity.
 */
export const TOO_FULL_ZONES = `
	with live as (${LIVE}), changes as (
		select resource_id, day, capacity, lower(blocked) as at, units as delta from live where not is_room
		union all
		select resource_id, day, capacity, upper(blocked), -units from live where not is_room
	)
	select distinct resource_id || ' on ' || day from (
		select *, sum(delta) over (partition by resource_id order by at, delta) as load from changes
	) loads where load > capacity`

/**
 * Query of the places that break promise I2 of the audit: two of one room overlap, or the column by which the guard of
 * rooms judges a place names another kind of resource than the place is in.
 */
export const SHARED_ROOMS = `
	with live as (${LIVE})
	select a.id from live a join live b
		on a.resource_id = b.resource_id and a.id < b.id and a.blocked && b.blocked
	where a.is_room and b.is_room
	union
	select id from live where exclusive <> is_room`
