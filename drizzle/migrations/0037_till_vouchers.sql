ALTER TABLE "on_site_payments" ALTER COLUMN "method" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD COLUMN "means" text GENERATED ALWAYS AS (case method when 'cash' then 'cash' when 'card' then 'card' else 'voucher' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD CONSTRAINT "voucher_entries_once_per_note" UNIQUE("note_id");