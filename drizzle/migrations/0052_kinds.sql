ALTER TABLE "order_revisions" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "order_revisions" ADD CONSTRAINT "order_revisions_kind" CHECK ("order_revisions"."kind" in ('moved', 'changed', 'texts'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled_by" CHECK ("orders"."cancelled_by" is null or "orders"."cancelled_at" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('cancelled', 'changed', 'unused', 'ordered', 'byHand'));