CREATE SEQUENCE "public"."act_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "act_file_lines" (
	"act_id" integer NOT NULL,
	"position" integer NOT NULL,
	"row" integer NOT NULL,
	"day" date,
	"document" text NOT NULL,
	"debit_kopecks" bigint NOT NULL,
	"credit_kopecks" bigint NOT NULL,
	"match" integer NOT NULL,
	CONSTRAINT "act_file_lines_act_id_position_pk" PRIMARY KEY("act_id","position")
);
--> statement-breakpoint
CREATE TABLE "act_lines" (
	"act_id" integer NOT NULL,
	"position" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"paper" text NOT NULL,
	"number" text NOT NULL,
	"basis" text NOT NULL,
	"debit_kopecks" bigint NOT NULL,
	"credit_kopecks" bigint NOT NULL,
	"match" integer NOT NULL,
	CONSTRAINT "act_lines_act_id_position_pk" PRIMARY KEY("act_id","position")
);
--> statement-breakpoint
CREATE TABLE "act_matches" (
	"act_id" integer NOT NULL,
	"match" integer NOT NULL,
	"outcome" text NOT NULL,
	"cause" text DEFAULT '' NOT NULL,
	"effect_kopecks" bigint NOT NULL,
	"answer" text,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "act_matches_act_id_match_pk" PRIMARY KEY("act_id","match"),
	CONSTRAINT "act_matches_outcome" CHECK ("act_matches"."outcome" in ('same','note','date','sum','side','absentTheirs','absentOurs')),
	CONSTRAINT "act_matches_answer" CHECK ("act_matches"."answer" in ('agree','dispute'))
);
--> statement-breakpoint
CREATE TABLE "acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"organisation_id" integer NOT NULL,
	"contract_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"requested_by_id" integer NOT NULL,
	"requested_by" text NOT NULL,
	"mail" boolean DEFAULT false NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"ready_at" timestamp with time zone,
	"as_of" timestamp with time zone,
	"answer_by" date,
	"answered_at" timestamp with time zone,
	"answered_by" text DEFAULT '' NOT NULL,
	"opening_kopecks" bigint DEFAULT 0 NOT NULL,
	"debit_kopecks" bigint DEFAULT 0 NOT NULL,
	"credit_kopecks" bigint DEFAULT 0 NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"file_name" text,
	"file_at" timestamp with time zone,
	"file_opening_kopecks" bigint,
	"file_closing_kopecks" bigint,
	"file_debit_kopecks" bigint DEFAULT 0 NOT NULL,
	"file_credit_kopecks" bigint DEFAULT 0 NOT NULL,
	"file_lines" integer DEFAULT 0 NOT NULL,
	"file_outside" integer DEFAULT 0 NOT NULL,
	"matches" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "acts_state" CHECK ("acts"."state" in ('requested','building','ready','failed','confirmed','disputed')),
	CONSTRAINT "acts_period" CHECK ("acts"."first_day" <= "acts"."last_day")
);
--> statement-breakpoint
ALTER TABLE "act_file_lines" ADD CONSTRAINT "act_file_lines_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "act_lines" ADD CONSTRAINT "act_lines_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "act_matches" ADD CONSTRAINT "act_matches_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_requested_by_id_accounts_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "act_file_lines_match" ON "act_file_lines" USING btree ("act_id","match");--> statement-breakpoint
CREATE INDEX "act_lines_match" ON "act_lines" USING btree ("act_id","match");--> statement-breakpoint
CREATE INDEX "acts_organisation" ON "acts" USING btree ("organisation_id","requested_at");--> statement-breakpoint
CREATE INDEX "acts_contract" ON "acts" USING btree ("contract_id","first_day");--> statement-breakpoint
CREATE INDEX "acts_waiting" ON "acts" USING btree ("requested_at") WHERE state in ('requested', 'building');