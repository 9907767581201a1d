/**
 * Query of what breaks promise I19 of the audit: acts whose author is no member of staff, and reversals of till notes
 * that name no note.
 */
export const UNNAMED_ACTS = `
	select actor from (
		select actor from staff_acts
		union all select who from order_events where who like 'staff%'
		union all select actor from on_site_payments where actor like 'staff%'
		union all select actor from order_revisions where actor like 'staff%'
		union all select actor from order_changes where actor like 'staff%'
	) acts where actor = '' or (actor ~ '^staff:[0-9a-f-]{36}$'
		and not exists (select from staff where 'staff:' || id = actor))
	union all
	select id::text from on_site_payments
		where kind in ('paymentReversed', 'payBackReversed') and reverses_id is null`
