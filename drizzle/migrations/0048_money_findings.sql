CREATE TABLE "money_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" "provider_name" NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	"note" jsonb,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refund_begun_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ending" text,
	CONSTRAINT "money_findings_once" UNIQUE("provider","about"),
	CONSTRAINT "money_findings_kind" CHECK ("money_findings"."kind" in ('moneyWithoutBooking', 'referenceTwice', 'bookingWithoutMoney', 'refundUnknown')),
	CONSTRAINT "money_findings_end" CHECK (("money_findings"."ended_at" is null) = ("money_findings"."ending" is null))
);
--> statement-breakpoint
ALTER TABLE "money_findings" ADD CONSTRAINT "money_findings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_findings_open" ON "money_findings" USING btree ("at") WHERE ended_at is null;