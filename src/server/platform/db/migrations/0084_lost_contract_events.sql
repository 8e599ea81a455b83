-- Who loses a contract while its basket is open reads that of another one.
CREATE FUNCTION notify_lost_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'basket', 'accounts', json_build_array(account_id))::text)
  FROM (SELECT DISTINCT account_id FROM lost) AS losers;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER account_contracts_lost_notify AFTER DELETE ON account_contracts REFERENCING OLD TABLE AS lost
FOR EACH STATEMENT EXECUTE FUNCTION notify_lost_contracts();
