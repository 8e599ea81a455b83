ALTER TABLE "materials" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "audience_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "audience_price_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "audience_organisation_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "audience_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "audience_price_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "top_news" ADD COLUMN "audience_organisation_ids" integer[] DEFAULT '{}' NOT NULL;