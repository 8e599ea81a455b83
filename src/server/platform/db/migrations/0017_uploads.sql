CREATE TABLE "basket_keys" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"body_digest" "bytea" NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "client_codes" (
	"contragent_id" integer NOT NULL,
	"key" text NOT NULL,
	"code" text NOT NULL,
	"product_id" integer NOT NULL,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_codes_contragent_id_key_pk" PRIMARY KEY("contragent_id","key")
);
--> statement-breakpoint
CREATE TABLE "upload_columns" (
	"contragent_id" integer NOT NULL,
	"headings" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_columns_contragent_id_headings_pk" PRIMARY KEY("contragent_id","headings")
);
--> statement-breakpoint
ALTER TABLE "basket_keys" ADD CONSTRAINT "basket_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_codes" ADD CONSTRAINT "client_codes_contragent_id_contragents_id_fk" FOREIGN KEY ("contragent_id") REFERENCES "public"."contragents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_codes" ADD CONSTRAINT "client_codes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_columns" ADD CONSTRAINT "upload_columns_contragent_id_contragents_id_fk" FOREIGN KEY ("contragent_id") REFERENCES "public"."contragents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "basket_keys_created" ON "basket_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "client_codes_product" ON "client_codes" USING btree ("product_id");