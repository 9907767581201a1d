ALTER TABLE "orders" ADD COLUMN "fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_of_voucher" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_vat" text DEFAULT 'consideration' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fee" CHECK ("orders"."fee_of_voucher" between 0 and "orders"."fee" and "orders"."fee_vat" in ('consideration', 'damages'));