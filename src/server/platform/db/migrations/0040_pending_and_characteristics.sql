ALTER TABLE "parameter_use" ADD COLUMN "told_by_others" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_pending" ADD COLUMN "session_id" integer;