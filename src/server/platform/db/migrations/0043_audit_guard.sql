-- How long a row of the audit trail stays at least: the setting, and never less than a year.
CREATE FUNCTION audit_keep() RETURNS interval LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT make_interval(days => greatest(365, coalesce((SELECT value::int FROM settings WHERE name = 'audit.keepDays'), 1095)))
$$;
--> statement-breakpoint
-- Append-only, also for the owner of the tables and for superusers, whom no grant binds.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at < now() - audit_keep() THEN RETURN OLD; END IF;
  -- Set by erase_audit_values alone.
  IF TG_TABLE_NAME = 'audit_values' AND current_setting('audit.erasing', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit trail is append-only: DELETE on % is refused', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_fixed BEFORE UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_values_fixed BEFORE UPDATE OR TRUNCATE ON audit_values FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_delete();
--> statement-breakpoint
CREATE TRIGGER audit_values_kept BEFORE DELETE ON audit_values FOR EACH ROW EXECUTE FUNCTION refuse_audit_delete();
--> statement-breakpoint
-- The two ways out, with their owner's rights: a role that may only insert and select can still call them.
CREATE FUNCTION purge_audit_log() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  oldest timestamptz := now() - audit_keep();
  purged integer;
BEGIN
  DELETE FROM audit_values WHERE at < oldest;
  DELETE FROM audit_log WHERE at < oldest;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END $$;
--> statement-breakpoint
CREATE FUNCTION erase_audit_values(subject text, subject_key text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased integer;
BEGIN
  PERFORM set_config('audit.erasing', 'on', true);
  DELETE FROM audit_values WHERE subject_type = subject AND subject_id = subject_key;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('audit.erasing', 'off', true);
  RETURN erased;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION purge_audit_log(), erase_audit_values(text, text) FROM PUBLIC;
