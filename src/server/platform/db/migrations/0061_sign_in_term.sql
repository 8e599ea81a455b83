-- Besides rows that are older than the audit trail is kept, from where people signed in longer ago than its own term,
-- which is never less than 30 days.
CREATE OR REPLACE FUNCTION purge_audit_log() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  oldest timestamptz := now() - audit_keep();
  signed_in timestamptz := now() - make_interval(days => greatest(30, coalesce((SELECT value::int FROM settings WHERE name = 'personal.keep.signInDays'), 365)));
  purged integer;
BEGIN
  PERFORM set_config('audit.erasing', 'on', true);
  DELETE FROM audit_values v USING audit_log l
    WHERE l.action IN ('sign-in.succeeded', 'sign-in.refused') AND l.at < signed_in AND v.at < signed_in
      AND v.id = (l.changes #>> '{networkAddress,after}')::uuid;
  PERFORM set_config('audit.erasing', 'off', true);
  DELETE FROM audit_values WHERE at < oldest;
  DELETE FROM audit_log WHERE at < oldest;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END $$;
