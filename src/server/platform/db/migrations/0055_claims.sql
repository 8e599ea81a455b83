CREATE SEQUENCE "public"."claim_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "claim_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"claim_id" integer,
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_files_type" CHECK ("claim_files"."type" in ('webp','pdf'))
);
--> statement-breakpoint
CREATE TABLE "claim_lines" (
	"claim_id" integer NOT NULL,
	"position" integer NOT NULL,
	"order_position" integer,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"articul" text NOT NULL,
	"unit" text NOT NULL,
	"shipped_milli" bigint DEFAULT 0 NOT NULL,
	"quantity_milli" bigint NOT NULL,
	"price_kopecks" bigint NOT NULL,
	"accepted_milli" bigint,
	"settle_by" text,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "claim_lines_claim_id_position_pk" PRIMARY KEY("claim_id","position"),
	CONSTRAINT "claim_lines_quantity" CHECK ("claim_lines"."quantity_milli" > 0),
	CONSTRAINT "claim_lines_accepted" CHECK ("claim_lines"."accepted_milli" between 0 and "claim_lines"."quantity_milli"),
	CONSTRAINT "claim_lines_settle" CHECK ("claim_lines"."settle_by" in ('replacement','credit'))
);
--> statement-breakpoint
CREATE TABLE "claim_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"claim_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer,
	"author" text NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"key" text,
	CONSTRAINT "claim_messages_side" CHECK ("claim_messages"."side" in ('buyer','staff','portal'))
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"organisation_id" integer NOT NULL,
	"contract_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"filed_by_id" integer NOT NULL,
	"filed_by" text NOT NULL,
	"key" text,
	"type" integer NOT NULL,
	"wish" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"filed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"decide_by" date NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"answer_by" date,
	"assignee_id" integer,
	"decided_at" timestamp with time zone,
	"decision" text DEFAULT '' NOT NULL,
	"ended_at" timestamp with time zone,
	"document" text DEFAULT '' NOT NULL,
	CONSTRAINT "claims_type" CHECK ("claims"."type" between 1 and 5),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('new','working','asked','satisfied','partial','rejected','closed','withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "claim_files" ADD CONSTRAINT "claim_files_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_files" ADD CONSTRAINT "claim_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_filed_by_id_accounts_id_fk" FOREIGN KEY ("filed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_assignee_id_accounts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_files_claim" ON "claim_files" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "claim_files_loose" ON "claim_files" USING btree ("created_at") WHERE claim_id is null;--> statement-breakpoint
CREATE INDEX "claim_lines_product" ON "claim_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "claim_messages_claim" ON "claim_messages" USING btree ("claim_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_messages_attempt_key" ON "claim_messages" USING btree ("claim_id","account_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_number_key" ON "claims" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_attempt_key" ON "claims" USING btree ("filed_by_id","key");--> statement-breakpoint
CREATE INDEX "claims_contract" ON "claims" USING btree ("contract_id","filed_at");--> statement-breakpoint
CREATE INDEX "claims_order" ON "claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "claims_open" ON "claims" USING btree ("decide_by") WHERE ended_at is null;