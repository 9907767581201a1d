-- All that is new is applied in one transaction, and 0019 takes this lock: servers that still run must not get
-- between a weaker one and it. They lock an order before its refunds.
LOCK TABLE "orders", "refunds" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE INDEX "orders_confirmed" ON "orders" USING btree ("confirmed_at") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "orders_to_complete" ON "orders" USING btree ("day") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX "orders_answers" ON "orders" USING btree ("day") WHERE answers <> '{}';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE confirmed_at is null and state <> 'pendingPayment' and person ->> 'email' <> 'deleted@example.invalid';--> statement-breakpoint
CREATE INDEX "refunds_created_at_index" ON "refunds" USING btree ("created_at");