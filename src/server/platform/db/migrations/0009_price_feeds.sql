CREATE TABLE "price_feeds" (
	"contract_id" integer PRIMARY KEY NOT NULL,
	"view_digest" text DEFAULT '' NOT NULL,
	"as_of" text DEFAULT '' NOT NULL,
	"builds" integer DEFAULT 0 NOT NULL,
	"build" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"built_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"build_ms" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_list_files" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_feeds" ADD CONSTRAINT "price_feeds_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;