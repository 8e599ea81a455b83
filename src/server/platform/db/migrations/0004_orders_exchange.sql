ALTER TABLE "order_handovers" ADD COLUMN "latest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "order_handovers_order" ON "order_handovers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_unconfirmed" ON "orders" USING btree ("id") WHERE version > confirmed_version;