-- Whoever writes to catalogue_changes wakes its readers: nobody can forget to.
CREATE FUNCTION notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written) THEN PERFORM pg_notify('catalogue', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER catalogue_changes_notify AFTER INSERT ON catalogue_changes REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
