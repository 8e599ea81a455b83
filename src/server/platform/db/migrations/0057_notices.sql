CREATE TABLE "debt_reminders" (
	"entry_id" integer NOT NULL,
	"due_on" date NOT NULL,
	"step" integer NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "debt_reminders_entry_id_due_on_step_pk" PRIMARY KEY("entry_id","due_on","step")
);
--> statement-breakpoint
CREATE TABLE "mail_paces" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"pace" text NOT NULL,
	CONSTRAINT "mail_paces_pace" CHECK ("mail_paces"."pace" in ('now','hour','day'))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"enabled" boolean NOT NULL,
	CONSTRAINT "notification_settings_account_id_kind_channel_pk" PRIMARY KEY("account_id","kind","channel"),
	CONSTRAINT "notification_settings_channel" CHECK ("notification_settings"."channel" in ('portal','mail'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "gather_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "gathered_into" integer;--> statement-breakpoint
ALTER TABLE "debt_reminders" ADD CONSTRAINT "debt_reminders_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_paces" ADD CONSTRAINT "mail_paces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_gathered_into_mails_id_fk" FOREIGN KEY ("gathered_into") REFERENCES "public"."mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_gathered" ON "mails" USING btree ("account_id","gather_until") WHERE gather_until is not null;--> statement-breakpoint
CREATE INDEX "mails_gathered_into" ON "mails" USING btree ("gathered_into");