-- Who may use every contract of an organisation has a new one without an allotment: their windows read contracts anew.
CREATE FUNCTION notify_new_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'contracts', 'accounts', json_build_array(id))::text)
  FROM accounts WHERE enabled AND organisation_id IN (SELECT organisation_id FROM added);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contracts_new_notify AFTER INSERT ON contracts REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION notify_new_contracts();
