ALTER TABLE "callbacks" ADD COLUMN "wanted_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "callbacks" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "claim_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "entry_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "postponed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "chats_postponed" ON "chats" USING btree ("postponed_until") WHERE postponed_until is not null;--> statement-breakpoint
UPDATE "callbacks" SET "wanted_at" = "created_at";