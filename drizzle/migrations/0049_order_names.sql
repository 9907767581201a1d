CREATE TABLE "order_names" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"words" text NOT NULL,
	"digits" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_names" ADD CONSTRAINT "order_names_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Folds as app/models/order/asked-words.ts does; when those two lists of letters change, a migration writes both anew.
CREATE FUNCTION order_words(person jsonb, party jsonb) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT translate(
		lower(concat_ws(' ', person ->> 'firstName', person ->> 'lastName', party ->> 'name', person ->> 'email')),
		'àáâãäåçèéêëìíîïıñòóôõöøùúûüýÿğşčćđšśžźżłńęąőűß', 'aaaaaaceeeeiiiiinoooooouuuuyygsccdsszzzlneaous')
$$;
--> statement-breakpoint
CREATE FUNCTION order_digits(person jsonb) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT regexp_replace(concat_ws('x', person ->> 'phone', person ->> 'mobile'), '[^0-9x]', '', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION note_order_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_names (order_id, day, words, digits)
	VALUES (new.id, coalesce(new.day, (new.created_at AT TIME ZONE 'UTC')::date),
		order_words(new.person, new.party), order_digits(new.person))
	ON CONFLICT (order_id) DO UPDATE
		SET day = excluded.day, words = excluded.words, digits = excluded.digits;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_names_insert AFTER INSERT ON orders
	FOR EACH ROW EXECUTE FUNCTION note_order_names();
--> statement-breakpoint
CREATE TRIGGER orders_names_update AFTER UPDATE OF person, party, day ON orders
	FOR EACH ROW WHEN (new.person <> old.person OR new.party IS DISTINCT FROM old.party OR new.day IS DISTINCT FROM old.day)
	EXECUTE FUNCTION note_order_names();
--> statement-breakpoint
-- The last three months and what is to come, a small part of the orders: while they are copied, the triggers keep
-- writers of orders waiting, about two seconds for a hundred thousand.
INSERT INTO order_names (order_id, day, words, digits)
	SELECT id, coalesce(day, (created_at AT TIME ZONE 'UTC')::date), order_words(person, party), order_digits(person)
	FROM orders WHERE day >= current_date - 91 OR (day IS NULL AND created_at >= current_date - 91);
