CREATE TABLE "price_breaks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_breaks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code1c" text,
	"price_type_id" integer,
	"contract_id" integer,
	"product_id" integer,
	"category_id" integer,
	"brand_id" integer,
	"least_quantity_milli" bigint,
	"least_sum_kopecks" bigint,
	"price_kopecks" bigint,
	"percent_hundredths" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "price_breaks_owner" CHECK (num_nonnulls("price_breaks"."price_type_id", "price_breaks"."contract_id") = 1),
	CONSTRAINT "price_breaks_scope" CHECK (num_nonnulls("price_breaks"."product_id", "price_breaks"."category_id", "price_breaks"."brand_id") <= 1),
	CONSTRAINT "price_breaks_least" CHECK (num_nonnulls("price_breaks"."least_quantity_milli", "price_breaks"."least_sum_kopecks") = 1),
	CONSTRAINT "price_breaks_price" CHECK (num_nonnulls("price_breaks"."price_kopecks", "price_breaks"."percent_hundredths") = 1),
	CONSTRAINT "price_breaks_of_good" CHECK ("price_breaks"."price_kopecks" is null or "price_breaks"."product_id" is not null),
	CONSTRAINT "price_breaks_positive" CHECK (coalesce("price_breaks"."least_quantity_milli", 1) > 0 and coalesce("price_breaks"."least_sum_kopecks", 1) > 0
        and coalesce("price_breaks"."price_kopecks", 1) > 0 and coalesce("price_breaks"."percent_hundredths", 1) between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "price_source" jsonb;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_price_type_id_price_types_id_fk" FOREIGN KEY ("price_type_id") REFERENCES "public"."price_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_breaks" ADD CONSTRAINT "price_breaks_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_breaks_code1c_key" ON "price_breaks" USING btree ("code1c");--> statement-breakpoint
CREATE INDEX "price_breaks_type" ON "price_breaks" USING btree ("price_type_id","product_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "price_breaks_contract" ON "price_breaks" USING btree ("contract_id","product_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "price_breaks_product" ON "price_breaks" USING btree ("product_id") WHERE ended_at is null;