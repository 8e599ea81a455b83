CREATE TABLE "exchange_undescribed" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"codes" text[] NOT NULL,
	"item" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "own_step_milli" bigint;--> statement-breakpoint
ALTER TABLE "exchange_undescribed" ADD CONSTRAINT "exchange_undescribed_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;