ALTER TABLE "prices" ADD COLUMN "net_kopecks" numeric;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "on_offer" boolean DEFAULT false NOT NULL;