CREATE TABLE "exchange_feed_fetches" (
	"address" text PRIMARY KEY NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_picture_addresses" (
	"source" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"etag" text DEFAULT '' NOT NULL,
	"last_modified" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"checked_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "exchange_picture_addresses_due" ON "exchange_picture_addresses" USING btree ("due_at") WHERE due_at is not null;