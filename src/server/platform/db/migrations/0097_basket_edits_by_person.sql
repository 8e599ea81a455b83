ALTER TABLE "basket_edits" DROP CONSTRAINT "basket_edits_basket_id_product_id_warehouse_id_pk";--> statement-breakpoint
ALTER TABLE "basket_edits" ADD CONSTRAINT "basket_edits_basket_id_product_id_warehouse_id_staff_id_pk" PRIMARY KEY("basket_id","product_id","warehouse_id","staff_id");--> statement-breakpoint
ALTER TABLE "basket_edits" ADD COLUMN "original_milli" bigint;--> statement-breakpoint
ALTER TABLE "basket_edits" ADD COLUMN "original_note" text;--> statement-breakpoint
UPDATE "basket_edits" SET "original_milli" = "before_milli", "original_note" = "before_note";--> statement-breakpoint
ALTER TABLE "basket_edits" ALTER COLUMN "original_milli" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "basket_edits" ALTER COLUMN "original_note" SET NOT NULL;