ALTER TABLE "act_matches" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "act_matches" ADD COLUMN "reply_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "answered_by_id" integer;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "staff_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "replied_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_answered_by_id_accounts_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_assignee_id_accounts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_disputed" ON "acts" USING btree ("answered_at") WHERE state = 'disputed' and replied_at is null;--> statement-breakpoint
ALTER TABLE "act_matches" ADD CONSTRAINT "act_matches_reply" CHECK ("act_matches"."reply" is null or "act_matches"."reply" in ('accept','refuse') and "act_matches"."answer" is not distinct from 'dispute');