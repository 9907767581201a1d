-- All locks of a change in one statement, always in this order, so that no two changes wait for each other in a
-- circle. Days without a row get one, by date as the locks. A name is what has no row yet; it is locked until the
-- end of the transaction. Each statement in here sees what was committed before it began.
CREATE FUNCTION lock_scarce(wanted_days date[], wanted_vouchers uuid[], wanted_carts uuid[], wanted_orders uuid[], wanted_names text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	wanted text;
BEGIN
	IF cardinality(wanted_days) > 0 THEN
		IF (SELECT count(*) FROM days WHERE day = ANY (wanted_days)) < cardinality(wanted_days) THEN
			INSERT INTO days (day) SELECT day FROM unnest(wanted_days) AS day ORDER BY day ON CONFLICT DO NOTHING;
		END IF;
		PERFORM FROM days WHERE day = ANY (wanted_days) ORDER BY day FOR UPDATE;
	END IF;
	IF cardinality(wanted_vouchers) > 0 THEN
		PERFORM FROM vouchers WHERE id = ANY (wanted_vouchers) ORDER BY id FOR UPDATE;
	END IF;
	IF cardinality(wanted_carts) > 0 THEN
		PERFORM FROM carts WHERE id = ANY (wanted_carts) ORDER BY id FOR UPDATE;
	END IF;
	IF cardinality(wanted_orders) > 0 THEN
		PERFORM FROM orders WHERE id = ANY (wanted_orders) ORDER BY id FOR UPDATE;
	END IF;
	FOREACH wanted IN ARRAY wanted_names LOOP
		PERFORM pg_advisory_xact_lock(hashtextextended(wanted, 0));
	END LOOP;
END $$;
