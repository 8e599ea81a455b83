CREATE TABLE "exchange_other_catalogues" (
	"product_id" integer NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "exchange_other_catalogues_product_id_code_pk" PRIMARY KEY("product_id","code")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_barcodes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_other_catalogues" ADD CONSTRAINT "exchange_other_catalogues_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_other_catalogues_code" ON "exchange_other_catalogues" USING btree ("code");