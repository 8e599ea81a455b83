-- Whoever may be another person now, or may no longer come in, is signed in nowhere, 1C's door included. It stands here,
-- so that no way of changing an account can forget it.
CREATE FUNCTION end_account_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE account_id = OLD.id;
  -- What 1C has sent by then is still worked off; its cookie opens nothing.
  UPDATE exchange_sessions SET token_hash = NULL WHERE account_id = OLD.id AND token_hash IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The rows of a deleted account go by their foreign keys.
CREATE TRIGGER accounts_changed AFTER UPDATE ON accounts FOR EACH ROW
WHEN ((OLD.login::text, OLD.password_hash, OLD.role, OLD.organisation_id, OLD.enabled)
  IS DISTINCT FROM (NEW.login::text, NEW.password_hash, NEW.role, NEW.organisation_id, NEW.enabled))
EXECUTE FUNCTION end_account_sessions();
--> statement-breakpoint
CREATE FUNCTION end_organisation_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions USING accounts WHERE accounts.id = sessions.account_id AND accounts.organisation_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER organisations_stopped AFTER UPDATE ON organisations FOR EACH ROW
WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION end_organisation_sessions();
--> statement-breakpoint
-- Every process remembers callers for a moment: it is told of each end.
CREATE FUNCTION tell_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ended) THEN PERFORM pg_notify('sessions', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
FOR EACH STATEMENT EXECUTE FUNCTION tell_ended_sessions();
