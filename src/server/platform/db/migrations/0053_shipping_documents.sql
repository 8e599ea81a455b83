CREATE TABLE "shipping_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipping_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code1c" text NOT NULL,
	"contract_id" integer NOT NULL,
	"kind" text NOT NULL,
	"paper" text DEFAULT '' NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"sum_kopecks" bigint,
	"vat_kopecks" bigint,
	"order_id" integer,
	"basis" text DEFAULT '' NOT NULL,
	"edo" text,
	"edo_on" date,
	"edo_by" text DEFAULT '' NOT NULL,
	"valid_to" date,
	"file_key" text NOT NULL,
	"file_bytes" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"digest" text NOT NULL,
	"file_digest" text NOT NULL,
	CONSTRAINT "shipping_documents_kind" CHECK ("shipping_documents"."kind" in ('upd','correction','invoice','waybill','act','certificate','other')),
	CONSTRAINT "shipping_documents_edo" CHECK ("shipping_documents"."edo" in ('draft','sent','delivered','signed','refused','cancelled'))
);
--> statement-breakpoint
ALTER TABLE "shipping_documents" ADD CONSTRAINT "shipping_documents_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_documents" ADD CONSTRAINT "shipping_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_documents_code1c_key" ON "shipping_documents" USING btree ("code1c");--> statement-breakpoint
CREATE INDEX "shipping_documents_contract" ON "shipping_documents" USING btree ("contract_id","day","id") WHERE active;--> statement-breakpoint
CREATE INDEX "shipping_documents_order" ON "shipping_documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipping_documents_file" ON "shipping_documents" USING btree ("file_key");