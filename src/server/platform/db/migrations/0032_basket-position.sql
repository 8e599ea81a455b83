ALTER TABLE "basket_lines" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "basket_removed_lines" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Baskets of before keep the order in which they were shown, the lines of a good together.
UPDATE "basket_lines" SET "position" = "placed"."place"
FROM (
  SELECT "basket_id", "product_id", row_number() OVER (PARTITION BY "basket_id" ORDER BY min("added_at"), "product_id") AS "place"
  FROM (SELECT "basket_id", "product_id", "added_at" FROM "basket_lines" UNION ALL SELECT "basket_id", "product_id", "added_at" FROM "basket_removed_lines") AS "line"
  GROUP BY "basket_id", "product_id") AS "placed"
WHERE "placed"."basket_id" = "basket_lines"."basket_id" AND "placed"."product_id" = "basket_lines"."product_id";--> statement-breakpoint
UPDATE "basket_removed_lines" SET "position" = "placed"."place"
FROM (
  SELECT "basket_id", "product_id", row_number() OVER (PARTITION BY "basket_id" ORDER BY min("added_at"), "product_id") AS "place"
  FROM (SELECT "basket_id", "product_id", "added_at" FROM "basket_lines" UNION ALL SELECT "basket_id", "product_id", "added_at" FROM "basket_removed_lines") AS "line"
  GROUP BY "basket_id", "product_id") AS "placed"
WHERE "placed"."basket_id" = "basket_removed_lines"."basket_id" AND "placed"."product_id" = "basket_removed_lines"."product_id";
