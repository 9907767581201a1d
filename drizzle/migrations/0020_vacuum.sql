-- Hot rows die by the hundred where the whole table is large: with PostgreSQL's share of a fifth, a day would
-- be read through thousands of dead entries of its index before anybody swept.
ALTER TABLE "allocations" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);--> statement-breakpoint
ALTER TABLE "carts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
