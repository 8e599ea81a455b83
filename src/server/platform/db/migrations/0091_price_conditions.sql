CREATE TABLE "price_conditions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_conditions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code1c" text,
	"contract_id" integer,
	"price_type_id" integer,
	"discount" integer,
	"category_id" integer,
	"brand_id" integer,
	"product_id" integer,
	"price_kopecks" bigint,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"account_id" integer,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_conditions_owner" CHECK (num_nonnulls("price_conditions"."contract_id", "price_conditions"."price_type_id") = 1),
	CONSTRAINT "price_conditions_kind" CHECK (case when "price_conditions"."product_id" is null
        then "price_conditions"."discount" between 1 and 9999 and "price_conditions"."price_kopecks" is null
          and num_nonnulls("price_conditions"."category_id", "price_conditions"."brand_id") <= 1
        else "price_conditions"."price_kopecks" > 0 and num_nonnulls("price_conditions"."discount", "price_conditions"."category_id", "price_conditions"."brand_id") = 0
        end),
	CONSTRAINT "price_conditions_period" CHECK ("price_conditions"."starts_on" <= "price_conditions"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "price_types" ADD COLUMN "base_id" integer;--> statement-breakpoint
ALTER TABLE "price_types" ADD COLUMN "derived_for" integer;--> statement-breakpoint
ALTER TABLE "price_types" ADD COLUMN "derived_on" date;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "condition_id" integer;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_price_type_id_price_types_id_fk" FOREIGN KEY ("price_type_id") REFERENCES "public"."price_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_conditions" ADD CONSTRAINT "price_conditions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_conditions_code1c_key" ON "price_conditions" USING btree ("code1c");--> statement-breakpoint
CREATE INDEX "price_conditions_contract" ON "price_conditions" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "price_conditions_type" ON "price_conditions" USING btree ("price_type_id");--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_base_id_price_types_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."price_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_types_derived_key" ON "price_types" USING btree ("base_id",coalesce("derived_for", 0)) WHERE base_id is not null;