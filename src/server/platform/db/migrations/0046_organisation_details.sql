ALTER TABLE "addresses" ADD COLUMN "comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "is_main" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consignees" ADD COLUMN "attorney_date" date;--> statement-breakpoint
ALTER TABLE "consignees" ADD COLUMN "file_key" text;--> statement-breakpoint
ALTER TABLE "consignees" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consignees" ADD COLUMN "file_type" text;--> statement-breakpoint
ALTER TABLE "consignees" ADD COLUMN "file_bytes" integer;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "actual_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "head_post" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "head_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "bank" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "bik" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contragents" ADD COLUMN "correspondent_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_main" ON "addresses" USING btree ("organisation_id") WHERE is_main and not deleted;--> statement-breakpoint
ALTER TABLE "consignees" ADD CONSTRAINT "consignees_file_type" CHECK ("consignees"."file_type" in ('pdf','jpg','png'));--> statement-breakpoint
ALTER TABLE "consignees" ADD CONSTRAINT "consignees_file" CHECK (("consignees"."file_key" is null) = ("consignees"."file_type" is null));