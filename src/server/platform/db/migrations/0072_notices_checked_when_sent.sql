ALTER TABLE "mails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "contract_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "web_pushes" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "web_pushes" ADD COLUMN "contract_ids" integer[] DEFAULT '{}' NOT NULL;