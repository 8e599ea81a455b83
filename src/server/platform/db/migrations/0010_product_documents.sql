CREATE TABLE "exchange_documents" (
	"source" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_product_documents" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "exchange_product_documents_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
ALTER TABLE "price_history" DROP CONSTRAINT "price_history_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "price_history" DROP CONSTRAINT "price_history_price_type_id_price_types_id_fk";
--> statement-breakpoint
ALTER TABLE "product_documents" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_product_documents" ADD CONSTRAINT "exchange_product_documents_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_product_documents_source" ON "exchange_product_documents" USING btree ("source");--> statement-breakpoint
CREATE INDEX "order_lines_latest" ON "order_lines" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "price_history_since" ON "price_history" USING brin ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "product_documents_source" ON "product_documents" USING btree ("product_id","source") WHERE source <> '';