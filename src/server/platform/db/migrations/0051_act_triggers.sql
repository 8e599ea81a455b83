CREATE FUNCTION notify_acts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'acts', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER acts_notify AFTER INSERT OR UPDATE ON acts FOR EACH ROW EXECUTE FUNCTION notify_acts();
