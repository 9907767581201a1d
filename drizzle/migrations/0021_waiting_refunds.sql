ALTER TABLE "refunds" ADD COLUMN "told_of" text;--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("created_at") WHERE refunded_at is null and failed_at is null;