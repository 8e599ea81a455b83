CREATE FUNCTION notify_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'registrations', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registration_requests_notify AFTER INSERT OR UPDATE ON registration_requests
FOR EACH ROW EXECUTE FUNCTION notify_registrations();
--> statement-breakpoint
-- How long personal data are kept counts from here, whoever switches the account off.
CREATE FUNCTION note_account_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.enabled THEN NEW.disabled_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.enabled THEN NEW.disabled_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_disabled BEFORE INSERT OR UPDATE OF enabled ON accounts
FOR EACH ROW EXECUTE FUNCTION note_account_disabled();
--> statement-breakpoint
UPDATE accounts SET disabled_at = now() WHERE NOT enabled;
