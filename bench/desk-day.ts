/**
 * SQL that fills today: a Saturday of 14 parties and 40 families with tickets. Triggers are off meanwhile, so that times
 * outside of the opening hours fit too; what they would write is written here.
 */
export const seedToday = `
	set session_replication_role = replica;
	create temporary table booked as
		select n, gen_random_uuid() as id, n <= 14 as is_party,
			current_date + (10 + n % 9) * interval '1 hour' as begins
		from generate_series(1, 54) n;
	insert into orders (id, public_id, number, cart_id, cart_version, state, locale, day, person, party,
			terms_version, lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		select id, md5('t' || id), '2999-' || lpad(n::text, 6, '0'), id, 1, 'confirmed', 'de-DE', current_date,
			jsonb_build_object('firstName', 'Katharina', 'lastName', 'Sommer' || n, 'email',
				'sommer' || n || '@example.org', 'phone', '0171 5550' || lpad(n::text, 3, '0')),
			case when is_party then jsonb_build_object('type', 'birthday', 'name', 'Frieda' || n) end,
			'2025-03-01', 890, 0, 0, 890, 0, 267, 623, '[]', now()
		from booked;
	insert into order_lines (order_id, position, parent_position, product_id, title, quantity, included,
			unit_price, amount, vat_rate, due, starts_at, ends_at)
		select id, position, case when position > 1 then 1 end,
			case when position > 1 then 'menu-pasta' when is_party then 'kometen-party' else 'ticket-child' end,
			'{"de": "Ein Teil", "en": "A part"}', 8, 7, 890, 890, 19, 'deposit',
			case when position = 1 then begins end, case when position = 1 then begins + interval '2 hours' end
		from booked, generate_series(1, case when is_party then 8 else 3 end) position;
	insert into allocations (resource_id, day, during, blocked, units, exclusive, state, order_id)
		select 'park', current_date, tstzrange(begins, begins + interval '2 hours'),
			tstzrange(begins, begins + interval '2 hours'), 4, false, 'confirmed'::allocation_state, id from booked
		union all
		select (array['mercury', 'venus', 'mars', 'saturn', 'jupiter'])[1 + n % 5], current_date,
			tstzrange(begins, begins + interval '1 hour'), tstzrange(begins, begins + interval '1 hour'), 1,
			true, 'confirmed'::allocation_state, id from booked where is_party;
	insert into order_events (order_id, who, what)
		select id, who, what from booked,
			(values ('visitor', 'placed'), ('shop', 'confirmed')) as events (who, what);
	drop table booked;
	insert into order_names (order_id, day, words, digits)
		select id, day, order_words(person, party), order_digits(person) from orders where day >= current_date - 91
		on conflict do nothing;
	set session_replication_role = origin`
