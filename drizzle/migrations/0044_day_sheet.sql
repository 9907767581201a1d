CREATE TABLE "day_reads" (
	"staff_id" uuid NOT NULL,
	"day" date NOT NULL,
	"up_to" bigint NOT NULL,
	CONSTRAINT "day_reads_staff_id_day_pk" PRIMARY KEY("staff_id","day")
);
--> statement-breakpoint
ALTER TABLE "day_reads" ADD CONSTRAINT "day_reads_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_revisions_made_at_index" ON "order_revisions" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "orders_day_index" ON "orders" USING btree ("day");--> statement-breakpoint
CREATE INDEX "payments_to_review" ON "payments" USING btree ("created_at") WHERE state = 'needsReview';