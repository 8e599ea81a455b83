CREATE TABLE "exchange_catalogues" (
	"session_id" integer NOT NULL,
	"code" text NOT NULL,
	"goods_full" boolean DEFAULT false NOT NULL,
	"offers_full" boolean DEFAULT false NOT NULL,
	CONSTRAINT "exchange_catalogues_session_id_code_pk" PRIMARY KEY("session_id","code")
);
--> statement-breakpoint
CREATE TABLE "exchange_chunks" (
	"file_id" integer NOT NULL,
	"number" integer NOT NULL,
	"key" text NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"complete" boolean DEFAULT false NOT NULL,
	CONSTRAINT "exchange_chunks_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "exchange_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "exchange_files_state" CHECK ("exchange_files"."state" in ('receiving','queued','done','failed','dropped'))
);
--> statement-breakpoint
CREATE TABLE "exchange_pending" (
	"code1c" text PRIMARY KEY NOT NULL,
	"good_code" text NOT NULL,
	"offer" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_pictures" (
	"source" text PRIMARY KEY NOT NULL,
	"picture_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_product_pictures" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "exchange_product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "exchange_properties" (
	"parameter_id" integer PRIMARY KEY NOT NULL,
	"type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_property_values" (
	"parameter_id" integer NOT NULL,
	"code" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "exchange_property_values_parameter_id_code_pk" PRIMARY KEY("parameter_id","code")
);
--> statement-breakpoint
CREATE TABLE "exchange_rejects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_rejects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer,
	"file_id" integer,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"items_done" integer DEFAULT 0 NOT NULL,
	"items_total" integer,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rebuild" boolean DEFAULT false NOT NULL,
	"changes_written" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "exchange_runs_status" CHECK ("exchange_runs"."status" in ('running','done','failed','waiting','dismissed'))
);
--> statement-breakpoint
CREATE TABLE "exchange_seen" (
	"session_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "exchange_seen_session_id_product_id_pk" PRIMARY KEY("session_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "exchange_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer,
	"type" text NOT NULL,
	"token_hash" "bytea",
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closing_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exchange_units" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchange_catalogues" ADD CONSTRAINT "exchange_catalogues_session_id_exchange_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exchange_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_chunks" ADD CONSTRAINT "exchange_chunks_file_id_exchange_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."exchange_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_files" ADD CONSTRAINT "exchange_files_session_id_exchange_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exchange_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_pictures" ADD CONSTRAINT "exchange_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_product_pictures" ADD CONSTRAINT "exchange_product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_properties" ADD CONSTRAINT "exchange_properties_parameter_id_parameters_id_fk" FOREIGN KEY ("parameter_id") REFERENCES "public"."parameters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_property_values" ADD CONSTRAINT "exchange_property_values_parameter_id_parameters_id_fk" FOREIGN KEY ("parameter_id") REFERENCES "public"."parameters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rejects" ADD CONSTRAINT "exchange_rejects_run_id_exchange_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."exchange_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_runs" ADD CONSTRAINT "exchange_runs_session_id_exchange_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exchange_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_runs" ADD CONSTRAINT "exchange_runs_file_id_exchange_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."exchange_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_seen" ADD CONSTRAINT "exchange_seen_session_id_exchange_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exchange_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_seen" ADD CONSTRAINT "exchange_seen_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_sessions" ADD CONSTRAINT "exchange_sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_files_session" ON "exchange_files" USING btree ("session_id","name");--> statement-breakpoint
CREATE INDEX "exchange_files_queue" ON "exchange_files" USING btree ("queued_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "exchange_pending_good" ON "exchange_pending" USING btree ("good_code");--> statement-breakpoint
CREATE INDEX "exchange_product_pictures_source" ON "exchange_product_pictures" USING btree ("source");--> statement-breakpoint
CREATE INDEX "exchange_rejects_run" ON "exchange_rejects" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "exchange_runs_started" ON "exchange_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "exchange_runs_session" ON "exchange_runs" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "exchange_runs_file" ON "exchange_runs" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_sessions_token_key" ON "exchange_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "exchange_sessions_open" ON "exchange_sessions" USING btree ("last_seen_at") WHERE ended_at is null;