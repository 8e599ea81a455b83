CREATE TABLE "order_rates" (
	"order_id" integer NOT NULL,
	"currency" text NOT NULL,
	"starts_on" date NOT NULL,
	"nominal" integer NOT NULL,
	"rate" numeric(11, 4) NOT NULL,
	CONSTRAINT "order_rates_order_id_currency_pk" PRIMARY KEY("order_id","currency")
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"currency" text NOT NULL,
	"starts_on" date NOT NULL,
	"nominal" integer NOT NULL,
	"rate" numeric(11, 4) NOT NULL,
	"source" text NOT NULL,
	"account_id" integer,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	CONSTRAINT "currency_rates_currency_starts_on_pk" PRIMARY KEY("currency","starts_on"),
	CONSTRAINT "currency_rates_positive" CHECK ("currency_rates"."rate" > 0),
	CONSTRAINT "currency_rates_nominal" CHECK ("currency_rates"."nominal" in (1, 10, 100, 1000, 10000)),
	CONSTRAINT "currency_rates_source" CHECK ("currency_rates"."source" in ('staff', '1c'))
);
--> statement-breakpoint
CREATE TABLE "foreign_prices" (
	"product_id" integer NOT NULL,
	"price_type_id" integer NOT NULL,
	"currency" text NOT NULL,
	"hundredths" numeric(20, 6) NOT NULL,
	"net" boolean NOT NULL,
	CONSTRAINT "foreign_prices_product_id_price_type_id_pk" PRIMARY KEY("product_id","price_type_id"),
	CONSTRAINT "foreign_prices_positive" CHECK ("foreign_prices"."hundredths" > 0)
);
--> statement-breakpoint
ALTER TABLE "price_types" ADD COLUMN "prices_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_rates" ADD CONSTRAINT "order_rates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_prices" ADD CONSTRAINT "foreign_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_prices" ADD CONSTRAINT "foreign_prices_price_type_id_price_types_id_fk" FOREIGN KEY ("price_type_id") REFERENCES "public"."price_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "foreign_prices_currency" ON "foreign_prices" USING btree ("currency");--> statement-breakpoint
CREATE INDEX "foreign_prices_type" ON "foreign_prices" USING btree ("price_type_id","currency");
--> statement-breakpoint
-- Currencies were stored as 1C spells them; prices in other currencies come with the next exchange.
UPDATE price_types SET currency = 'RUB' WHERE lower(rtrim(trim(currency), '.')) IN ('', 'р', 'руб', 'rub', 'rur', '643', '810', '₽', 'рубль', 'рубли', 'российский рубль');
--> statement-breakpoint
UPDATE price_types SET currency = CASE lower(rtrim(trim(currency), '.')) WHEN '840' THEN 'USD' WHEN '$' THEN 'USD' WHEN 'долл' THEN 'USD' WHEN '978' THEN 'EUR' WHEN '€' THEN 'EUR' WHEN 'евро' THEN 'EUR' WHEN '156' THEN 'CNY' WHEN 'юань' THEN 'CNY' WHEN '933' THEN 'BYN' ELSE upper(currency) END WHERE currency <> 'RUB';
