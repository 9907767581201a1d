ALTER TABLE "desk_devices" ADD COLUMN "known_staff" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_events_of_staff" ON "order_events" USING btree ("at") WHERE who like 'staff:%';
--> statement-breakpoint
CREATE INDEX "order_events_of_person" ON "order_events" USING btree ("who","at") WHERE starts_with(who, 'staff:');
--> statement-breakpoint
UPDATE "desk_devices" SET "known_staff" = array["staff_id"] WHERE "staff_id" IS NOT NULL;
