ALTER TABLE "exchange_seen" DROP CONSTRAINT "exchange_seen_product_id_products_id_fk";
