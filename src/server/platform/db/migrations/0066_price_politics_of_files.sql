ALTER TABLE "price_feeds" ADD COLUMN "politics" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_feeds" DROP CONSTRAINT "price_feeds_pkey";--> statement-breakpoint
ALTER TABLE "price_feeds" ADD CONSTRAINT "price_feeds_contract_id_politics_pk" PRIMARY KEY("contract_id","politics");--> statement-breakpoint
ALTER TABLE "price_list_files" ADD COLUMN "price_politics" jsonb DEFAULT '[]'::jsonb NOT NULL;
