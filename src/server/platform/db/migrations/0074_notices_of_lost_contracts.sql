ALTER TABLE "notifications" ADD COLUMN "contract_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "notifications" SET "contract_ids" = array["orders"."contract_id"] FROM "orders" WHERE "event_key" ~ '^order:[0-9]{1,9}:' AND "orders"."id" = substring("event_key" from '^order:([0-9]{1,9}):')::int;--> statement-breakpoint
UPDATE "notifications" SET "contract_ids" = array["claims"."contract_id"] FROM "claims" WHERE "event_key" ~ '^claim:[0-9]{1,9}:' AND "claims"."id" = substring("event_key" from '^claim:([0-9]{1,9}):')::int;--> statement-breakpoint
UPDATE "notifications" SET "contract_ids" = array["acts"."contract_id"] FROM "acts" WHERE "event_key" ~ '^act-(ready|failed|replied):[0-9]{1,9}' AND "acts"."id" = substring("event_key" from '^act-[a-z]+:([0-9]{1,9})')::int;
