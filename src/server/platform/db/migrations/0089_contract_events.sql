-- Whose contracts are taken away, given back, stopped or suspended: their windows read contracts and basket anew.
DROP TRIGGER account_contracts_lost_notify ON account_contracts;
--> statement-breakpoint
DROP FUNCTION notify_lost_contracts();
--> statement-breakpoint
CREATE FUNCTION notify_allotted_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'contracts', 'accounts', json_build_array(account_id))::text)
  FROM (SELECT DISTINCT account_id FROM changed) AS employees;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER account_contracts_lost_notify AFTER DELETE ON account_contracts REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION notify_allotted_contracts();
--> statement-breakpoint
CREATE TRIGGER account_contracts_gained_notify AFTER INSERT ON account_contracts REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION notify_allotted_contracts();
--> statement-breakpoint
CREATE FUNCTION notify_organisation_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'contracts', 'accounts', json_build_array(id))::text)
  FROM accounts WHERE organisation_id = NEW.organisation_id AND enabled;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contracts_stop_notify AFTER UPDATE OF status, stop_orders, debt_alert ON contracts FOR EACH ROW
WHEN ((OLD.status, OLD.stop_orders, OLD.debt_alert) IS DISTINCT FROM (NEW.status, NEW.stop_orders, NEW.debt_alert))
EXECUTE FUNCTION notify_organisation_contracts();
--> statement-breakpoint
CREATE TRIGGER contragents_status_notify AFTER UPDATE OF status ON contragents FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION notify_organisation_contracts();
