ALTER TABLE "exchange_files" DROP CONSTRAINT "exchange_files_state";--> statement-breakpoint
DROP INDEX "exchange_files_queue";--> statement-breakpoint
ALTER TABLE "exchange_files" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "exchange_files_to_work" ON "exchange_files" USING btree ("queued_at") WHERE state in ('queued','unpacked');--> statement-breakpoint
ALTER TABLE "exchange_files" ADD CONSTRAINT "exchange_files_state" CHECK ("exchange_files"."state" in ('receiving','queued','unpacked','done','failed','dropped'));