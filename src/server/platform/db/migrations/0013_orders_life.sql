CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"event_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"last_error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sellers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sellers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code1c" text,
	"company" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"inn" text NOT NULL,
	"kpp" text DEFAULT '' NOT NULL,
	"ogrn" text DEFAULT '' NOT NULL,
	"legal_address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"head_post" text DEFAULT 'Генеральный директор' NOT NULL,
	"head_name" text DEFAULT '' NOT NULL,
	"accountant_name" text DEFAULT '' NOT NULL,
	"bank" text DEFAULT '' NOT NULL,
	"bik" text DEFAULT '' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"correspondent_account" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "period_limit_kopecks" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "limit_period" text DEFAULT 'month' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approval" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "seller_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_event_key" ON "mails" USING btree ("recipient","event_key");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE sent_at is null and due_at is not null;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sellers_inn_kpp_key" ON "sellers" USING btree ("inn","kpp");--> statement-breakpoint
CREATE UNIQUE INDEX "sellers_default" ON "sellers" USING btree ("is_default") WHERE is_default;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_account" ON "orders" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("organisation_id") WHERE approval = 'waiting';--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_limit_period" CHECK ("accounts"."limit_period" in ('day','week','month'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_approval" CHECK ("orders"."approval" in ('waiting','approved'));