CREATE TYPE "public"."invoice_kind" AS ENUM('deposit', 'invoice', 'final', 'receipt', 'correction', 'cancellation');--> statement-breakpoint
CREATE TYPE "public"."on_site_method" AS ENUM('cash', 'card');--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"kind" "invoice_kind" NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"gross" integer NOT NULL,
	"content" jsonb NOT NULL,
	"corrects_id" uuid,
	"refund_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_once" UNIQUE("order_id","slug"),
	CONSTRAINT "invoices_once_per_refund" UNIQUE("refund_id","corrects_id"),
	CONSTRAINT "invoices_sign" CHECK (("invoices"."kind" in ('correction', 'cancellation')) = ("invoices"."corrects_id" is not null) and ("invoices"."corrects_id" is null) = ("invoices"."gross" > 0))
);
--> statement-breakpoint
CREATE TABLE "on_site_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"method" "on_site_method" NOT NULL,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "on_site_payments_amount" CHECK ("on_site_payments"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_vat_rate" integer DEFAULT 19 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "on_site_payments" ADD CONSTRAINT "on_site_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "on_site_payments_order_id_index" ON "on_site_payments" USING btree ("order_id");--> statement-breakpoint
-- What was issued is issued: another invoice takes it back, nothing changes it.
CREATE FUNCTION guard_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an issued invoice never changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_issued BEFORE UPDATE OR DELETE ON invoices
	FOR EACH ROW EXECUTE FUNCTION guard_invoices();
