CREATE TABLE "audit_fields" (
	"field" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"audit_id" bigint NOT NULL,
	CONSTRAINT "audit_fields_field_at_audit_id_pk" PRIMARY KEY("field","at","audit_id")
);
--> statement-breakpoint
CREATE FUNCTION list_audit_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_fields SELECT field, at, id FROM new_rows, jsonb_object_keys(changes) field;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_fields AFTER INSERT ON audit_log REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_audit_fields();
--> statement-breakpoint
-- After the trigger, whose lock lasts to the end: no row of another process comes between.
INSERT INTO audit_fields SELECT field, at, id FROM audit_log, jsonb_object_keys(changes) field ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE TRIGGER audit_fields_fixed BEFORE UPDATE OR TRUNCATE ON audit_fields FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_fields_kept BEFORE DELETE ON audit_fields FOR EACH ROW EXECUTE FUNCTION refuse_audit_delete();
--> statement-breakpoint
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
  DELETE FROM audit_fields WHERE at < oldest;
  DELETE FROM audit_log WHERE at < oldest;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END $$;
