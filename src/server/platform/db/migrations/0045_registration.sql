CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"text_version" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text NOT NULL,
	"request_id" integer,
	"account_id" integer,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('personal-data','offer'))
);
--> statement-breakpoint
CREATE TABLE "registration_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"account_id" integer,
	"text" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "registration_events_kind" CHECK ("registration_events"."kind" in ('submitted','taken','released','data_requested','answered','approved','rejected','reopened'))
);
--> statement-breakpoint
CREATE TABLE "registration_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" text DEFAULT 'new' NOT NULL,
	"submission_key" uuid,
	"legal_form" text DEFAULT 'ООО' NOT NULL,
	"company" text NOT NULL,
	"full_name" text NOT NULL,
	"inn" text NOT NULL,
	"kpp" text DEFAULT '' NOT NULL,
	"ogrn" text NOT NULL,
	"legal_address" text NOT NULL,
	"actual_address" text NOT NULL,
	"head_name" text NOT NULL,
	"head_post" text DEFAULT '' NOT NULL,
	"bik" text DEFAULT '' NOT NULL,
	"bank" text DEFAULT '' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"correspondent_account" text DEFAULT '' NOT NULL,
	"contact_name" text NOT NULL,
	"phone" text NOT NULL,
	"email" "citext" NOT NULL,
	"password_hash" text NOT NULL,
	"registry_party" jsonb,
	"registry_checked_at" timestamp with time zone,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"assignee_id" integer,
	"staff_note" text DEFAULT '' NOT NULL,
	"reject_reason" text,
	"decision_text" text DEFAULT '' NOT NULL,
	"blocks_inn" boolean DEFAULT false NOT NULL,
	"answer_token_hash" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_id" integer,
	"organisation_id" integer,
	"contragent_id" integer,
	"contract_id" integer,
	"account_id" integer,
	CONSTRAINT "registration_requests_status" CHECK ("registration_requests"."status" in ('new','checking','data_requested','approved','rejected')),
	CONSTRAINT "registration_requests_legal_form" CHECK ("registration_requests"."legal_form" in ('ООО','ИП','АО','ПАО','НКО','Иное')),
	CONSTRAINT "registration_requests_reject_reason" CHECK ("registration_requests"."reject_reason" in ('duplicate','requisites','region','liquidated','other')),
	CONSTRAINT "registration_requests_decided" CHECK (("registration_requests"."status" in ('approved','rejected')) = ("registration_requests"."decided_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_request_id_registration_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."registration_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_request_id_registration_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."registration_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_assignee_id_accounts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_contragent_id_contragents_id_fk" FOREIGN KEY ("contragent_id") REFERENCES "public"."contragents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_requests" ADD CONSTRAINT "registration_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_account" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "captchas_expiry" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consents_request" ON "consents" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "consents_account" ON "consents" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "registration_events_request" ON "registration_events" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_requests_open_party" ON "registration_requests" USING btree ("inn","kpp") WHERE status in ('new','checking','data_requested');--> statement-breakpoint
CREATE UNIQUE INDEX "registration_requests_open_email" ON "registration_requests" USING btree ("email") WHERE status in ('new','checking','data_requested');--> statement-breakpoint
CREATE UNIQUE INDEX "registration_requests_submission" ON "registration_requests" USING btree ("submission_key");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_requests_answer_token" ON "registration_requests" USING btree ("answer_token_hash");--> statement-breakpoint
CREATE INDEX "registration_requests_email" ON "registration_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "registration_requests_inn" ON "registration_requests" USING btree ("inn","kpp");--> statement-breakpoint
CREATE INDEX "registration_requests_status" ON "registration_requests" USING btree ("status","created_at");