-- Staff see runs of the exchange as they go on; every batch of an import is one update.
CREATE FUNCTION notify_exchange_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'exchange', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER exchange_runs_notify AFTER INSERT OR UPDATE ON exchange_runs
FOR EACH ROW EXECUTE FUNCTION notify_exchange_runs();
