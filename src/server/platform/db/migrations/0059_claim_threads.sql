CREATE TABLE "claim_reads" (
	"claim_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_reads_claim_id_account_id_pk" PRIMARY KEY("claim_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "claim_lines" ADD COLUMN "type" integer;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD COLUMN "wish" text;--> statement-breakpoint
UPDATE claim_lines l SET type = c.type, wish = c.wish FROM claims c WHERE c.id = l.claim_id;--> statement-breakpoint
ALTER TABLE "claim_lines" ALTER COLUMN "type" SET NOT NULL, ALTER COLUMN "wish" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_reads" ADD CONSTRAINT "claim_reads_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_reads" ADD CONSTRAINT "claim_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_reads_account" ON "claim_reads" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_type" CHECK ("claim_lines"."type" between 1 and 5);--> statement-breakpoint
CREATE FUNCTION notify_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'claims', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_claim_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('topic', 'claims', 'id', NEW.claim_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER claims_notify AFTER INSERT OR UPDATE ON claims FOR EACH ROW EXECUTE FUNCTION notify_claims();
--> statement-breakpoint
CREATE TRIGGER claim_messages_notify AFTER INSERT ON claim_messages FOR EACH ROW EXECUTE FUNCTION notify_claim_threads();
--> statement-breakpoint
CREATE TRIGGER claim_reads_notify AFTER INSERT OR UPDATE ON claim_reads FOR EACH ROW EXECUTE FUNCTION notify_claim_threads();
