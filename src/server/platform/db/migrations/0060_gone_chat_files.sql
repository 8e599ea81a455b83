CREATE TABLE "gone_chat_files" (
	"store_key" text PRIMARY KEY NOT NULL,
	"gone_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION keep_gone_chat_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_chat_files (store_key) SELECT store_key FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chat_files_gone AFTER DELETE ON chat_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_chat_files();
