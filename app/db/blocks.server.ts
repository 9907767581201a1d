/**
 * Query of the blocks that break promise I20 of the audit: one with a place that an order or a cart has too, one that
 * has not exactly its places, and one whose places outlived its lifting.
 */
export const SHARED_BLOCKS = `
	select b.block_id from allocations b join allocations o
		on o.resource_id = b.resource_id and o.day = b.day and o.blocked && b.blocked and o.block_id is null
	where b.block_id is not null and b.state = 'confirmed' and (b.exclusive or o.exclusive)
		and o.state in ('held', 'pending', 'confirmed') and (o.expires_at is null or o.expires_at > now())
	union all
	select block_id from allocations
	where block_id is not null and (cart_id is not null or order_id is not null)
	union all
	select b.id from blocks b left join allocations a on a.block_id = b.id and a.state = 'confirmed'
	where (b.ended_at is null) <> (a.id is not null) or a.resource_id <> b.resource_id or a.day <> b.day
		or a.units <> b.units or a.blocked <> tstzrange(b.starts_at, b.ends_at)`
