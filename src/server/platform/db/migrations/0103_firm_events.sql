-- Name, contacts, logo and colour of the wholesaler, which every open window shows.
CREATE FUNCTION notify_firm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'firm', 'id', 1)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_firm_settings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed text := CASE WHEN TG_OP = 'DELETE' THEN OLD.name ELSE NEW.name END;
BEGIN
  IF changed LIKE 'firm.%' OR changed LIKE 'shop.%' THEN
    PERFORM pg_notify('events', json_build_object('topic', 'firm', 'id', 1)::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_notify_firm AFTER INSERT OR UPDATE OR DELETE ON settings
FOR EACH ROW EXECUTE FUNCTION notify_firm_settings();
--> statement-breakpoint
-- Who has set no name is called as the default seller.
CREATE TRIGGER sellers_notify_firm AFTER INSERT OR DELETE ON sellers
FOR EACH ROW EXECUTE FUNCTION notify_firm();
--> statement-breakpoint
CREATE TRIGGER changed_sellers_notify_firm AFTER UPDATE ON sellers
FOR EACH ROW WHEN (OLD.company IS DISTINCT FROM NEW.company OR OLD.is_default IS DISTINCT FROM NEW.is_default)
EXECUTE FUNCTION notify_firm();
