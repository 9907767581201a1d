ALTER TABLE "on_site_payments" ADD COLUMN "kind" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD COLUMN "receipt" text;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD COLUMN "reverses_id" uuid;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD COLUMN "actor" text DEFAULT 'operator' NOT NULL;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD COLUMN "counts" integer GENERATED ALWAYS AS (case when kind in ('payment', 'payBackReversed') then amount else -amount end) STORED;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD CONSTRAINT "on_site_payments_reverses_id_on_site_payments_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."on_site_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD CONSTRAINT "on_site_payments_reversed_once" UNIQUE("reverses_id");--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD CONSTRAINT "on_site_payments_kind" CHECK ("on_site_payments"."kind" in ('payment', 'payBack', 'paymentReversed', 'payBackReversed') and ("on_site_payments"."kind" in ('payment', 'payBack')) = ("on_site_payments"."reverses_id" is null));