ALTER TABLE "organisations" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organisations" ADD CONSTRAINT "organisations_merged_into_id_organisations_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisations_merged" ON "organisations" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
ALTER TABLE "organisations" ADD CONSTRAINT "organisations_merged" CHECK (("organisations"."merged_into_id" is null) = ("organisations"."merged_at" is null));