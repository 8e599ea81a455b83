-- What a buyer pays, kept from its moment on: one statement for all rows that a statement on prices has changed.
-- Old and new rows are compared by grouping: a join's plan, kept from a small change, would crawl over a large one.
CREATE FUNCTION keep_new_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (product_id, price_type_id, price_kopecks)
  SELECT product_id, price_type_id, coalesce(sale_kopecks, price_kopecks) FROM written
  ON CONFLICT (product_id, price_type_id, since) DO UPDATE SET price_kopecks = excluded.price_kopecks;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_changed_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (product_id, price_type_id, price_kopecks)
  SELECT product_id, price_type_id, max(later) FROM (
    SELECT product_id, price_type_id, coalesce(sale_kopecks, price_kopecks) AS later, NULL::bigint AS earlier FROM written
    UNION ALL
    SELECT product_id, price_type_id, NULL, coalesce(sale_kopecks, price_kopecks) FROM replaced
  ) paid
  GROUP BY product_id, price_type_id HAVING max(later) IS DISTINCT FROM max(earlier)
  ON CONFLICT (product_id, price_type_id, since) DO UPDATE SET price_kopecks = excluded.price_kopecks;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_gone_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (product_id, price_type_id, price_kopecks)
  SELECT product_id, price_type_id, NULL FROM replaced
  ON CONFLICT (product_id, price_type_id, since) DO UPDATE SET price_kopecks = excluded.price_kopecks;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER prices_inserted AFTER INSERT ON prices REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_new_prices();
--> statement-breakpoint
CREATE TRIGGER prices_updated AFTER UPDATE ON prices REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_prices();
--> statement-breakpoint
CREATE TRIGGER prices_deleted AFTER DELETE ON prices REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_prices();
