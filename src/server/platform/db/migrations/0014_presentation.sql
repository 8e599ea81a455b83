CREATE TABLE "product_marks" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"hit" boolean,
	"novelty" boolean,
	"sale" boolean,
	"exchange_hit" boolean NOT NULL,
	"exchange_novelty" boolean NOT NULL,
	"exchange_sale" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_pictures" (
	"product_id" integer NOT NULL,
	"picture_id" integer NOT NULL,
	"own" boolean NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"slot" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "staff_pictures_product_id_picture_id_pk" PRIMARY KEY("product_id","picture_id"),
	CONSTRAINT "staff_pictures_own" CHECK (not ("staff_pictures"."own" and "staff_pictures"."hidden"))
);
--> statement-breakpoint
CREATE TABLE "uploaded_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploaded_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploaded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_list_files" ADD COLUMN "request_id" integer;--> statement-breakpoint
ALTER TABLE "price_list_files" ADD COLUMN "attached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_binds" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_binds" ADD COLUMN "exchange_position" integer;--> statement-breakpoint
ALTER TABLE "product_binds" ADD COLUMN "staff_position" integer;--> statement-breakpoint
ALTER TABLE "product_binds" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_marks" ADD CONSTRAINT "product_marks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pictures" ADD CONSTRAINT "staff_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pictures" ADD CONSTRAINT "staff_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_pictures_picture" ON "staff_pictures" USING btree ("picture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploaded_documents_key" ON "uploaded_documents" USING btree ("key");--> statement-breakpoint
CREATE INDEX "uploaded_documents_uploaded" ON "uploaded_documents" USING btree ("uploaded_at");--> statement-breakpoint
ALTER TABLE "price_list_files" ADD CONSTRAINT "price_list_files_request_id_price_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."price_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_uploaded" ON "pictures" USING btree ("uploaded_at") WHERE uploaded_at is not null;--> statement-breakpoint
CREATE INDEX "product_pictures_picture" ON "product_pictures" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "price_list_files_request" ON "price_list_files" USING btree ("request_id");