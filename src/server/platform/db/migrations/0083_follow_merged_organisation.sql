-- Whoever began as a person of an organisation that is merged meanwhile, and writes after it, is led to the one that
-- stays. The row is locked as by the foreign key: a merge that has begun is waited for, and its outcome read.
CREATE FUNCTION follow_merged_organisation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  followed integer;
BEGIN
  SELECT merged_into_id INTO followed FROM organisations WHERE id = NEW.organisation_id FOR KEY SHARE;
  IF followed IS NOT NULL THEN NEW.organisation_id := followed; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  referring text;
BEGIN
  FOREACH referring IN ARRAY ARRAY['accounts', 'acts', 'addresses', 'callbacks', 'chats', 'claims', 'consignees',
    'contracts', 'contragents', 'customer_notes', 'orders', 'registration_requests']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF organisation_id ON %I FOR EACH ROW
      WHEN (NEW.organisation_id IS NOT NULL) EXECUTE FUNCTION follow_merged_organisation()',
      referring || '_follow', referring);
  END LOOP;
END $$;
