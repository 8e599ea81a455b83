CREATE TABLE "basket_edits" (
	"basket_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"warehouse_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"before_milli" bigint NOT NULL,
	"before_note" text NOT NULL,
	"after_milli" bigint NOT NULL,
	"after_note" text NOT NULL,
	CONSTRAINT "basket_edits_basket_id_product_id_warehouse_id_pk" PRIMARY KEY("basket_id","product_id","warehouse_id")
);
--> statement-breakpoint
ALTER TABLE "basket_edits" ADD CONSTRAINT "basket_edits_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_edits" ADD CONSTRAINT "basket_edits_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_edits" ADD CONSTRAINT "basket_edits_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_edits" ADD CONSTRAINT "basket_edits_staff_id_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "basket_edits_product" ON "basket_edits" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "basket_edits_staff" ON "basket_edits" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "basket_edits_edited" ON "basket_edits" USING btree ("edited_at");