CREATE TABLE "exchange_sources" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"size_bytes" bigint,
	"received_at" timestamp with time zone NOT NULL,
	"full" boolean DEFAULT false NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchange_sessions" ADD COLUMN "repeats_run_id" integer;--> statement-breakpoint
ALTER TABLE "exchange_sources" ADD CONSTRAINT "exchange_sources_run_id_exchange_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."exchange_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_sources_kept" ON "exchange_sources" USING btree ("kept_at");