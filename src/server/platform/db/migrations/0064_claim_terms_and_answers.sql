CREATE TABLE "claim_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_contract_terms" (
	"contract_id" integer PRIMARY KEY NOT NULL,
	"counted_days" integer,
	"defect_days" integer,
	"decision_days" integer,
	"answer_days" integer,
	CONSTRAINT "claim_contract_terms_counted" CHECK ("claim_contract_terms"."counted_days" between 1 and 30),
	CONSTRAINT "claim_contract_terms_defect" CHECK ("claim_contract_terms"."defect_days" between 1 and 365),
	CONSTRAINT "claim_contract_terms_decision" CHECK ("claim_contract_terms"."decision_days" between 1 and 60),
	CONSTRAINT "claim_contract_terms_answer" CHECK ("claim_contract_terms"."answer_days" between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "claim_contract_terms" ADD CONSTRAINT "claim_contract_terms_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_answers_name_key" ON "claim_answers" USING btree (lower("name"));