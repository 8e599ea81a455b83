ALTER TABLE "price_links" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_list_files" ADD COLUMN "origin" text DEFAULT '' NOT NULL;