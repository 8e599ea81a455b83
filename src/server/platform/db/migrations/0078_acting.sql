CREATE TABLE "actings" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "actings" ADD CONSTRAINT "actings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actings" ADD CONSTRAINT "actings_staff_id_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actings" ADD CONSTRAINT "actings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "actings_staff" ON "actings" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "actings_account" ON "actings" USING btree ("account_id");--> statement-breakpoint
-- Every process remembers callers for a moment: it is told when one of them begins or ends acting as a buyer.
CREATE FUNCTION tell_changed_actings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN PERFORM pg_notify('sessions', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER actings_begun AFTER INSERT ON actings REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_changed_actings();
--> statement-breakpoint
CREATE TRIGGER actings_ended AFTER DELETE ON actings REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_changed_actings();
--> statement-breakpoint
-- Here, so that no way of ending it is forgotten: by the person, by a trigger, by a job, with the session.
CREATE FUNCTION audit_ended_acting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (origin, account_id, on_behalf_of_account_id, action, object_type, object_id, organisation_id)
  VALUES ('web', OLD.staff_id, OLD.account_id, 'acting.ended', 'account', OLD.account_id,
    (SELECT organisation_id FROM accounts WHERE id = OLD.account_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER actings_audited AFTER DELETE ON actings FOR EACH ROW EXECUTE FUNCTION audit_ended_acting();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION end_account_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE account_id = OLD.id;
  DELETE FROM actings WHERE account_id = OLD.id;
  -- What 1C has sent by then is still worked off; its cookie opens nothing.
  UPDATE exchange_sessions SET token_hash = NULL WHERE account_id = OLD.id AND token_hash IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION end_organisation_actings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM actings USING accounts WHERE accounts.id = actings.account_id AND accounts.organisation_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whose customer the organisation is may have changed.
CREATE TRIGGER organisations_given AFTER UPDATE ON organisations FOR EACH ROW
WHEN ((OLD.status, OLD.demo, OLD.personal_manager_id) IS DISTINCT FROM (NEW.status, NEW.demo, NEW.personal_manager_id))
EXECUTE FUNCTION end_organisation_actings();
--> statement-breakpoint
CREATE FUNCTION end_staff_actings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM actings WHERE staff_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_given_card AFTER UPDATE ON accounts FOR EACH ROW
WHEN (OLD.personal_manager_id IS DISTINCT FROM NEW.personal_manager_id) EXECUTE FUNCTION end_staff_actings();
