CREATE TABLE "basket_removed_lines" (
	"basket_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"warehouse_id" integer NOT NULL,
	"quantity_milli" bigint NOT NULL,
	"shown_price_kopecks" bigint NOT NULL,
	"previous_price_kopecks" bigint,
	"available_then_milli" bigint,
	"note" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_removed_lines_basket_id_product_id_warehouse_id_pk" PRIMARY KEY("basket_id","product_id","warehouse_id")
);
--> statement-breakpoint
ALTER TABLE "basket_lines" ADD COLUMN "available_then_milli" bigint;--> statement-breakpoint
ALTER TABLE "basket_lines" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "basket_removed_lines" ADD CONSTRAINT "basket_removed_lines_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_removed_lines" ADD CONSTRAINT "basket_removed_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_removed_lines" ADD CONSTRAINT "basket_removed_lines_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;