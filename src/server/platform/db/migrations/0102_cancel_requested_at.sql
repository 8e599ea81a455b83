ALTER TABLE "orders" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
UPDATE "orders" SET "cancel_requested_at" = coalesce((SELECT max("at") FROM "order_events" WHERE "order_id" = "orders"."id" AND "state" = "orders"."state" AND "comment" LIKE 'Просьба отменить заказ%'), "updated_at") WHERE "cancel_requested";
