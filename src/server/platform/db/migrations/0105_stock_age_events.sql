-- Every open window shows how old the stock is, and whether that is too old.
CREATE FUNCTION notify_stock_age() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'stocks', 'id', 1)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER exchange_runs_notify_stock_age AFTER INSERT OR UPDATE OF status ON exchange_runs
FOR EACH ROW WHEN (NEW.status = 'done' AND NEW.counts ? 'stocks') EXECUTE FUNCTION notify_stock_age();
--> statement-breakpoint
CREATE TRIGGER settings_notify_stock_age AFTER INSERT OR UPDATE ON settings
FOR EACH ROW WHEN (NEW.name = 'exchange.alarmMinutes.stocks') EXECUTE FUNCTION notify_stock_age();
