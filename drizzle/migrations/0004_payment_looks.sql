ALTER TABLE "payments" ADD COLUMN "capture_begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_closed" ON "payments" USING btree ("settled_at") WHERE paid_amount is null and settled_at is not null;