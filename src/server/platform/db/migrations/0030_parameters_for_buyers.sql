CREATE TABLE "parameter_use" (
	"parameter_id" integer PRIMARY KEY NOT NULL,
	"goods" integer NOT NULL,
	"distinct_values" integer NOT NULL,
	"examples" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "staff_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "in_filter" boolean;--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "in_card" boolean;--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "staff_position" integer;--> statement-breakpoint
ALTER TABLE "parameter_use" ADD CONSTRAINT "parameter_use_parameter_id_parameters_id_fk" FOREIGN KEY ("parameter_id") REFERENCES "public"."parameters"("id") ON DELETE cascade ON UPDATE no action;