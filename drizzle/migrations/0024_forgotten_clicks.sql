ALTER TABLE "referrals" ALTER COLUMN "awc" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "referrals_clicks" ON "referrals" USING btree ("order_id") WHERE awc is not null;