-- Whoever acts is the author of an end only where they ended it, and the transaction says so. What a job, another
-- person's change or a rule of the database ended is the portal's; the row then keeps who was acting as a value.
CREATE OR REPLACE FUNCTION audit_ended_acting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organisation integer := (SELECT organisation_id FROM accounts WHERE id = OLD.account_id);
BEGIN
  IF current_setting('portal.person_ends_acting', true) = 'yes' THEN
    INSERT INTO audit_log (origin, account_id, on_behalf_of_account_id, action, object_type, object_id, organisation_id)
    VALUES ('web', OLD.staff_id, OLD.account_id, 'acting.ended', 'account', OLD.account_id, organisation);
  ELSE
    INSERT INTO audit_log (origin, action, object_type, object_id, organisation_id, changes)
    VALUES ('system', 'acting.ended', 'account', OLD.account_id, organisation,
      jsonb_build_object('actingStaffId', jsonb_build_object('before', OLD.staff_id, 'after', NULL)));
  END IF;
  RETURN NULL;
END $$;
