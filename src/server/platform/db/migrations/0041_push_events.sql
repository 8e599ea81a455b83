-- What changes is announced on the channel `events` in the transaction of the change, whoever makes it: {topic, accounts,
-- id, version}. `accounts` are the recipients; without them the server works out who may see the object. `version` is the
-- transaction: the same as xmin of the basket's row.
CREATE FUNCTION notify_baskets(ids integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('topic', 'basket', 'accounts', json_build_array(account_id), 'id', contract_id,
    'version', pg_current_xact_id()::xid::text)::text) FROM baskets WHERE id = ANY(ids)
$$;
--> statement-breakpoint
CREATE FUNCTION notify_basket_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_baskets(ARRAY(SELECT DISTINCT basket_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER basket_lines_added_notify AFTER INSERT ON basket_lines REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION notify_basket_lines();
--> statement-breakpoint
CREATE TRIGGER basket_lines_removed_notify AFTER DELETE ON basket_lines REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION notify_basket_lines();
--> statement-breakpoint
-- Prices that a reading of the basket notes as shown are no change of the basket.
CREATE FUNCTION notify_updated_basket_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_baskets(ARRAY(SELECT DISTINCT basket_id FROM (
    SELECT basket_id, product_id, warehouse_id, quantity_milli, note, position FROM after
    EXCEPT SELECT basket_id, product_id, warehouse_id, quantity_milli, note, position FROM before) AS changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER basket_lines_updated_notify AFTER UPDATE ON basket_lines REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION notify_updated_basket_lines();
--> statement-breakpoint
-- Another contract is another basket.
CREATE FUNCTION notify_chosen_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'basket', 'accounts', json_build_array(NEW.account_id))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chosen_contracts_notify AFTER INSERT OR UPDATE ON chosen_contracts FOR EACH ROW EXECUTE FUNCTION notify_chosen_contract();
--> statement-breakpoint
CREATE FUNCTION notify_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'drafts', 'accounts', json_build_array(NEW.account_id), 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER drafts_notify AFTER INSERT OR UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION notify_drafts();
--> statement-breakpoint
-- One statement may write to thousands of accounts: a payload holds less than 8000 bytes. What was read or forgotten is no news.
CREATE FUNCTION notify_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'notifications', 'accounts', json_agg(account_id))::text)
  FROM (
    SELECT account_id, (row_number() OVER (ORDER BY account_id) - 1) / 500 AS portion
    FROM (SELECT DISTINCT account_id FROM written) AS recipient) AS recipients
  GROUP BY portion;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_notify AFTER INSERT ON notifications REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION notify_notifications();
--> statement-breakpoint
CREATE FUNCTION notify_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'orders', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_notify AFTER INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION notify_orders();
