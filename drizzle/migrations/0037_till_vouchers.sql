ALTER TYPE "public"."on_site_method" ADD VALUE 'voucher';--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD CONSTRAINT "voucher_entries_once_per_note" UNIQUE("note_id");