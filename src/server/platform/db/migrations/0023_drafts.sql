CREATE TABLE "draft_lines" (
	"draft_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"quantity_milli" bigint NOT NULL,
	"price_kopecks" bigint NOT NULL,
	"step_milli" bigint NOT NULL,
	"warehouse_ids" integer[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "draft_lines_draft_id_product_id_pk" PRIMARY KEY("draft_id","product_id"),
	CONSTRAINT "draft_lines_quantity" CHECK ("draft_lines"."quantity_milli" > 0)
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"contract_id" integer NOT NULL,
	"header" text NOT NULL,
	"client_key" text,
	"every_days" integer,
	"task" text,
	"next_on" date,
	"last_done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "drafts_header" CHECK (btrim("drafts"."header") <> ''),
	CONSTRAINT "drafts_task" CHECK ("drafts"."task" in ('remind','prepare')),
	CONSTRAINT "drafts_every_days" CHECK ("drafts"."every_days" between 1 and 365),
	CONSTRAINT "drafts_schedule" CHECK (("drafts"."every_days" is null) = ("drafts"."task" is null) and ("drafts"."every_days" is null) = ("drafts"."next_on" is null))
);
--> statement-breakpoint
ALTER TABLE "draft_lines" ADD CONSTRAINT "draft_lines_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_lines" ADD CONSTRAINT "draft_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_lines_product" ON "draft_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "draft_lines_removed" ON "draft_lines" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "drafts_account" ON "drafts" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "drafts_contract" ON "drafts" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "drafts_due" ON "drafts" USING btree ("next_on") WHERE next_on is not null and removed_at is null;--> statement-breakpoint
CREATE INDEX "drafts_removed" ON "drafts" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_client_key" ON "drafts" USING btree ("account_id","client_key");