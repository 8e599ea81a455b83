CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_account_at" ON "audit_log" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_organisation" ON "audit_log" USING btree ("organisation_id","at","id") WHERE "audit_log"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_on_behalf" ON "audit_log" USING btree ("at","id") WHERE "audit_log"."on_behalf_of_account_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_values_value" ON "audit_values" USING hash ("value");