CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code1c" text NOT NULL,
	"feed" text NOT NULL,
	"contract_id" integer NOT NULL,
	"kind" text NOT NULL,
	"paper" text DEFAULT '' NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"debit_kopecks" bigint DEFAULT 0 NOT NULL,
	"credit_kopecks" bigint DEFAULT 0 NOT NULL,
	"due_on" date,
	"left_kopecks" bigint DEFAULT 0 NOT NULL,
	"order_id" integer,
	"basis" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "ledger_entries_feed" CHECK ("ledger_entries"."feed" in ('ledger','payments')),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('opening','sale','return','correction','payment','refund','offset')),
	CONSTRAINT "ledger_entries_side" CHECK ("ledger_entries"."debit_kopecks" = 0 or "ledger_entries"."credit_kopecks" = 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" integer NOT NULL,
	"position" integer NOT NULL,
	"product_id" integer,
	"articul" text NOT NULL,
	"name" text NOT NULL,
	"unit" text NOT NULL,
	"quantity_milli" bigint NOT NULL,
	"sum_kopecks" bigint NOT NULL,
	"vat_kopecks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_lines_entry_id_position_pk" PRIMARY KEY("entry_id","position")
);
--> statement-breakpoint
CREATE TABLE "ledger_settlements" (
	"entry_id" integer NOT NULL,
	"document_code1c" text NOT NULL,
	"sum_kopecks" bigint NOT NULL,
	CONSTRAINT "ledger_settlements_entry_id_document_code1c_pk" PRIMARY KEY("entry_id","document_code1c")
);
--> statement-breakpoint
CREATE TABLE "ledger_states" (
	"feed" text PRIMARY KEY NOT NULL,
	"as_of" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_settlements" ADD CONSTRAINT "ledger_settlements_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_code1c_key" ON "ledger_entries" USING btree ("code1c");--> statement-breakpoint
CREATE INDEX "ledger_entries_contract" ON "ledger_entries" USING btree ("contract_id","day","id") WHERE active;--> statement-breakpoint
CREATE INDEX "ledger_entries_unpaid" ON "ledger_entries" USING btree ("contract_id","due_on") WHERE active and left_kopecks > 0;--> statement-breakpoint
CREATE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_lines_product" ON "ledger_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "ledger_settlements_document" ON "ledger_settlements" USING btree ("document_code1c");--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_code1c_key" ON "contracts" USING btree ("code1c");