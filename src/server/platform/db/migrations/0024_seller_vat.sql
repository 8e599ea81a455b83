ALTER TABLE "sellers" ADD COLUMN "vat" text DEFAULT 'goods' NOT NULL;--> statement-breakpoint
CREATE INDEX "contracts_seller" ON "contracts" USING btree ("seller_id");--> statement-breakpoint
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_vat" CHECK ("sellers"."vat" in ('goods','7','5','none'));