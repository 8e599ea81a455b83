-- Takes the right to change or delete rows of the audit trail from the portal's own role (ADR 29). For a PostgreSQL of
-- yours (DATABASE_URL) whose superuser you are, connected to the portal's database:
--   psql -d portal -f deploy/audit-rights.sql
-- Before an update of the portal whose migrations change these tables or functions, give all of it back to the portal's
-- role, and run this file again afterwards:
--   psql -d portal -c 'reassign owned by portal_audit to portal'
DO $$
DECLARE
  portal text := (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'accounts');
  object text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'portal_audit') THEN CREATE ROLE portal_audit NOLOGIN; END IF;
  GRANT SELECT ON settings TO portal_audit;
  FOREACH object IN ARRAY ARRAY[
    'TABLE audit_log', 'TABLE audit_values', 'TABLE audit_fields', 'FUNCTION audit_keep()', 'FUNCTION purge_audit_log()',
    'FUNCTION erase_audit_values(text, text)'
  ] LOOP
    EXECUTE format('ALTER %s OWNER TO portal_audit', object);
  END LOOP;
  EXECUTE format('GRANT SELECT, INSERT ON audit_log, audit_values, audit_fields TO %I', portal);
  EXECUTE format('GRANT EXECUTE ON FUNCTION purge_audit_log(), erase_audit_values(text, text) TO %I', portal);
END $$;
